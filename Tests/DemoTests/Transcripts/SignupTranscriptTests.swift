import DemoTestSupport
import Foundation
import Testing

@testable import Demo

/// The exact output of `Demo signup` as a process.
@Suite(.timeLimit(.minutes(20)))
struct SignupTranscriptTests {
  private static let intro = "Three questions; 'back' leads to the one before.\n"
  private static let summary = "Signed up\n  Name:  Ada\n  Email: ada@example.org\n  Terms: agreed\n"
  private static let questions = [
    "name": ("Name: ", "Ada"), "email": ("Email: ", "ada@example.org"),
    "terms": ("Do you agree to the terms (yes, no, back)? ", "yes"),
  ]

  static let permutations = [
    ["name", "email", "terms"], ["name", "terms", "email"], ["email", "name", "terms"], ["email", "terms", "name"],
    ["terms", "name", "email"], ["terms", "email", "name"],
  ]

  private func run(_ arguments: [String], _ input: String) throws -> DemoProcess {
    try DemoProcess.run(["signup"] + arguments, input: .text(input))
  }

  @Test("Each of the six orders asks in its own order and prints the same summary", arguments: permutations)
  func orders(order: [String]) throws {
    let asked = order.compactMap { Self.questions[$0] }
    let run = try run(["--order", order.joined(separator: ",")], asked.map { $0.1 + "\n" }.joined())
    #expect(run.output == Self.intro + asked.map { $0.0 + $0.1 + "\n" }.joined() + Self.summary)
    #expect(run.errors == "")
    #expect(run.status == 0)
  }

  @Test(
    "A variant asks in its order, and is recorded in the trace",
    arguments: [("name-first", "name"), ("email-first", "email"), ("terms-first", "terms")])
  func variants(variant: String, first: String) throws {
    let run = try run(["--variant", variant, "--trace", "-"], "")
    #expect(run.output.hasPrefix(Self.intro + (Self.questions[first]?.0 ?? "")))
    #expect(run.errors.contains(" signup#1   variant '\(variant)' of experiment 'signup-order', overridden\n"))
  }

  @Test("A user is asked in the same order each time", arguments: ["ada", "u2", "Zoë", "user 4"])
  func users(user: String) throws {
    let first = try run(["--user", user], "")
    #expect(try run(["--user", user], "").output == first.output)
    #expect(first.status == 75)
  }

  @Test("Back leads to the previous question, which keeps its answer on an empty line")
  func back() throws {
    let run = try run([], "Ada\nback\n\n BACK \nBo\nbo@example.org\nback\n\nback\nback\nback\n")
    #expect(
      run.output == Self.intro + "Name: Ada\nEmail: back\nName [Ada]: \nEmail:  BACK \nName [Ada]: Bo\n"
        + "Email: bo@example.org\nDo you agree to the terms (yes, no, back)? back\nEmail [bo@example.org]: \n"
        + "Do you agree to the terms (yes, no, back)? back\nEmail [bo@example.org]: back\nName [Bo]: back\n"
        + "The signup was left.\n")
    #expect(run.status == 75)
  }

  @Test("An invalid answer is refused with the reason, and the question is asked again")
  func refusals() throws {
    let run = try run([], "\n  \nAda\nada\na@b\na b@c.d\n@c.d\nada@example.org\nno\nmaybe\ny\n")
    #expect(
      run.output == Self.intro + "Name: \nEnter your name.\n"
        + "Name:   \nEnter your name.\nName: Ada\n"
        + ["ada", "a@b", "a b@c.d", "@c.d"].map { line in
          "Email: \(line)\nEnter an email address in 'Email', such as name@example.org.\n"
        }.joined()
        + "Email: ada@example.org\n"
        + "Do you agree to the terms (yes, no, back)? no\n"
        + "Without your agreement there is no account. Answer yes, or back.\n"
        + "Do you agree to the terms (yes, no, back)? maybe\n'maybe' is not one of the choices: yes, no, back.\n"
        + "Do you agree to the terms (yes, no, back)? y\n" + Self.summary)
  }

  @Test(
    "The end of the input ends the signup, which is not complete", arguments: ["", "Ada\n", "Ada\nada@example.org\n"])
  func endOfInput(input: String) throws {
    let run = try run([], input)
    #expect(run.output.hasSuffix("\nThe signup is not complete: the input ended.\n"))
    #expect(run.status == 75)
  }

  @Test(
    "A wrong command line is refused with a message and exit code 64",
    arguments: [
      (
        ["--order", "name,foo,foo"],
        "Invalid value 'name,foo,foo' for '--order': The identifier 'foo' is used at positions 2, 3; each step needs "
          + "one of its own. Position 2 of the order names the unknown step 'foo'; known steps are: name, email, terms. "
          + "The order does not name step 'email'. The order does not name step 'terms'."
      ),
      (
        ["--order", "a\u{1B}[2J"],
        "Invalid value 'a\\u{1B}[2J' for '--order': Position 1 of the order names the unknown step 'a\\u{1B}[2J'"
      ),
      (
        ["--variant", "foo"],
        "Invalid value 'foo' for '--variant': expected one of name-first, email-first, terms-first."
      ),
      (["--order", "name,email,terms", "--user", "ada"], "Options '--order' and '--user' exclude each other"),
      (["--order="], "Missing value: '--order' needs one"),
      (["extra"], "Unexpected argument 'extra': 'signup' takes options only."),
    ])
  func usage(arguments: [String], message: String) throws {
    let run = try run(arguments, "")
    #expect(run.errors.hasPrefix(message), "\(run.errors)")
    #expect(run.output == "")
    #expect(run.status == 64)
  }

  @Test("The trace file is JSON with a slice for each question")
  func traceFile() throws {
    let folder = try TemporaryFolder()
    let file = folder.path + "/trace.json"
    _ = try run(["--trace-file", file], "Ada\nada@example.org\nyes\n")
    let json = try JSONSerialization.jsonObject(with: Data(contentsOf: URL(filePath: file))) as? [String: Any]
    let events = json?["traceEvents"] as? [[String: Any]] ?? []
    let slices = events.filter { $0["ph"] as? String == "X" }.compactMap { $0["name"] as? String }
    #expect(Set(["name", "email", "terms"]).isSubset(of: slices))
    #expect(try run(["--trace-file", "/nowhere/trace.json"], "").status == 69)
  }
}
