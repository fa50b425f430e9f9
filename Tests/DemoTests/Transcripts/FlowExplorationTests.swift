import DemoTestSupport
import Foundation
import TestSupport
import Testing

@testable import Demo

/// `Demo flow --explore` and `--crash` as a process.
@Suite(.timeLimit(.minutes(20)), .disabled(if: isThreadSanitized, "one thread explores"))
struct FlowExplorationTests {
  /// A person who wants coffee is asked for the size for ever, in one of the orders. The check of the document can't know.
  /// The name of that order has a space, which lines to copy must quote.
  private static let circle = """
    { "flow": "drinks", "version": 1, "languages": ["en", "de"],
      "steps": [
        { "id": "drink", "form": { "fields": [{ "name": "kind", "type": "choice", "label": "Drink", "options": ["tea", "coffee"] }] } },
        { "id": "size", "form": { "fields": [{ "name": "size", "type": "choice", "label": "Size", "options": ["small", "large"] }] },
          "routes": [{ "to": "size", "when": "@{eq(drink.kind, 'coffee')}" }] } ],
      "variants": { "weights": { "short": 1, "long way": 1 }, "orders": { "short": ["drink"], "long way": ["drink", "size"] } } }
    """

  private static func letter(by step: String) -> String {
    """
    { "flow": "letter", "version": 1,
      "steps": [
        { "id": "name", "form": { "fields": [{ "name": "text", "label": "Name" }, { "name": "pass", "type": "password" }] } },
        { "id": "thanks", "use": "\(step)", "with": { "to": "@{name.text}", "text": "Thank you." } } ] }
    """
  }

  private func run(_ arguments: String..., document: String? = nil) throws -> DemoProcess {
    try run(arguments, document: document)
  }

  private func run(_ arguments: [String], document: String? = nil) throws -> DemoProcess {
    guard let document else { return try DemoProcess.run(["flow"] + arguments, input: .text("")) }
    let folder = try TemporaryFolder()
    let file = folder.path + "/flow.json"
    try document.write(toFile: file, atomically: true, encoding: .utf8)
    return try DemoProcess.run(["flow", file] + arguments, input: .text(""))
  }

  @Test("The signup ends in every order and after every crash")
  func well() throws {
    let orders = try Trials.areAll ? run("--explore") : run("--explore", "--variant", "email-first")
    #expect(orders.output.contains("All is well: 2 runs of the variant 'email-first' ended, and so did "))
    #expect(!Trials.areAll || orders.output.contains("All is well: 2 runs of the variant 'name-first'"))
    #expect(orders.status == 0)
    let crashes = try run("--crash", "--variant", "name-first")
    #expect(crashes.output.hasPrefix("All is well: 2 runs of the variant 'name-first' ended as without a crash after "))
    #expect(crashes.status == 0)
  }

  @Test("A circle that an answer makes endless is found in its variant, and its line shows it again")
  func circle() throws {
    let found = try run("--explore", "--language", "de", document: Self.circle)
    #expect(found.output.contains("All is well: 2 runs of the variant 'short' ended"))
    #expect(found.output.contains("\nIn the variant 'long way': A run can't end. "))
    #expect(found.output.hasSuffix(" --explore --variant 'long way' --replay 'drink#1: kind-coffee'\n"))
    #expect(found.status == 65)
    let again = try DemoProcess.run(
      ["flow", "-", "--explore", "--variant", "long way", "--replay", "drink#1: kind-coffee"], input: .text(Self.circle)
    )
    #expect(again.output.contains("A run can't end."))
    #expect(again.output.contains("  > drink#1: kind-coffee"))
    #expect(
      again.output.contains(
        "To see it again: Demo flow - --explore --variant 'long way' --replay 'drink#1: kind-coffee'\n"))
    #expect(again.status == 65)
    let other = try run("--explore", "--variant", "long way", "--replay", "size#1: size-large", document: Self.circle)
    #expect(other.output == "The schedule breaks nothing.\n")
    #expect(other.status == 0)
  }

  /// A payment that is made again and again, because its result is always the same, or because its amount is.
  private static let payment = """
    { "flow": "x", "version": 1, "steps": [
        { "id": "pay", "use": "charge", "with": { "cents": CENTS }, "routes": [ROUTE] } ] }
    """

  /// The payments that never end. Each run of the demo takes seconds.
  private static let payments = [
    ("1", #"{ "to": "pay", "when": "@{eq(pay.payment, 'p-1')}" }"#),
    ("1", #"{ "to": "pay", "when": "@{eq(pay.payment, 'p-1')}" }, { "to": "pay", "when": "failed" }"#),
    (#""@{multiply(9223372036854775807, 2)}""#, #"{ "to": "pay", "when": "failed" }"#),
  ]
  private static let searches = [
    ["--explore"], ["--crash"], ["--explore", "--replay", "pay#1: x"], ["--crash", "--replay", "crash before 1"],
  ]

  @Test(
    "A circle of the program's steps is found, also if it catches failures",
    arguments: trials(
      payments.indices.map { ($0, searches[0]) } + searches.dropFirst().map { (1, $0) }, few: [(1, searches[0])]))
  func stepCircle(_ payment: Int, _ search: [String]) throws {
    let (cents, route) = Self.payments[payment]
    let document = Self.payment.replacing("CENTS", with: cents).replacing("ROUTE", with: route)
    let found = try run(search, document: document)
    #expect(
      found.output.replacing("\n", with: " ")
        == "With the usual answers: The run can't end: after 5000 records of its steps, it is still at work. ")
    #expect(found.status == 65)
  }

  @Test("A crash of runs that can't be played is not called harmless")
  func unplayed() throws {
    let document = """
      { "flow": "x", "version": 1, "steps": [
          { "id": "to", "form": { "fields": [{ "name": "text", "label": "To" }] },
            "routes": [{ "to": "to", "when": "@{not(eq(to.text, ''))}" }] } ] }
      """
    for search in trials([["--crash"], ["--crash", "--replay", "crash before 1"]], few: [["--crash"]]) {
      let found = try run(search, document: document)
      #expect(found.output.contains("The run can't end: after "))
      #expect(found.status == 65)
    }
  }

  /// A menu whose second dish leads back to it for ever, and a recipe.
  private static let menu = """
    { "flow": "menu", "version": 1,
      "steps": [
        { "id": "eat", "hub": { "body": [
            { "id": "soup", "text": { "title": "Soup" }, "target": { "actions": ["flow:choose"] } },
            { "id": "bread", "text": { "title": "Bread" }, "target": { "actions": ["flow:choose"] } }] },
          "routes": [{ "to": "more", "when": "@{eq(eat.item, 'bread')}" }] },
        { "id": "cook", "stepkit": [{ "title": "Knead", "description": "Until it is soft" }], "end": true },
        { "id": "more", "nimbus": { "_:component": "layout:button", "id": "yes", "properties": { "text": "More",
            "onPress": [{ "_:action": "flow:complete", "properties": { "result": "yes" } }] } },
          "routes": [ROUTE{ "to": "end" }] } ] }
    """

  @Test("The results of screens are chosen as the answers to forms, and one that makes a flow endless is found")
  func screens() throws {
    let fine = try run("--explore", document: Self.menu.replacing("ROUTE", with: ""))
    #expect(fine.output.hasPrefix("All is well: 2 runs ended, and so did "))
    #expect(fine.status == 0)
    let crashes = try run("--crash", document: Self.menu.replacing("ROUTE", with: ""))
    #expect(crashes.output.hasPrefix("All is well: 2 runs ended as without a crash after "))
    let route = #"{ "to": "more", "when": "@{eq(more.value, 'yes')}" }, "#
    let endless = try run("--explore", document: Self.menu.replacing("ROUTE", with: route))
    #expect(endless.output.hasPrefix("A run can't end. "))
    #expect(endless.output.hasSuffix(" --explore --replay 'eat#1: bread'\n"))
    #expect(endless.status == 65)
  }

  @Test("A step that sends a second letter after a crash is unsafe, and one that starts at most once isn't")
  func letters() throws {
    let found = try run("--crash", document: Self.letter(by: "mail"))
    #expect(found.output.hasPrefix("Step 'thanks' is unsafe: it sends its letter 2 times, "))
    let line = try #require(found.output.split(separator: "\n").last)
    let schedule = try #require(line.split(separator: "'").last.map(String.init))
    #expect(schedule.hasPrefix("crash before ") || schedule.hasPrefix("crash after "))
    #expect(found.status == 65)
    let again = try run("--crash", "--replay", schedule, document: Self.letter(by: "mail"))
    #expect(again.output.contains("Step 'thanks' is unsafe"))
    #expect(try run("--crash", document: Self.letter(by: "mail-once")).status == 0)
  }

  @Test("A schedule that can't be read, and one without an exploration, are refused")
  func usage() throws {
    #expect(try run("--explore", "--replay", "crash sometimes").status == 64)
    #expect(try run("--replay", "crash before 1").status == 64)
    #expect(try run("--explore", "--crash").status == 64)
    let unvaried = try run("--check", "--variant", "b", document: Self.menu.replacing("ROUTE", with: ""))
    #expect(unvaried.errors.hasPrefix("Invalid value 'b' for '--variant': the document has no variants."))
    #expect(unvaried.status == 64)
  }
}
