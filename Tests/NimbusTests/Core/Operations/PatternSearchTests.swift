import FlowJSON
import TestSupport
import Testing

@testable import Nimbus

@Suite("Searches with patterns")
struct PatternSearchTests {
  private static let long = String(repeating: "a", count: 1_048_575)

  @Test(
    "A long text with one match at its end is searched",
    arguments: [
      ("length(replace(d, 'b', ''))", .integer(1_048_575)), ("match(d, '[^b]*b')", true), ("match(d, '[^b]*')", false),
      ("substr(replace(d, 'foo|bar|b', 'the end'), 1048574, 1048582)", "athe end"),
      ("substr(replace(d, '(?<=a)(b)', '[$1]'), 1048574, 1048578)", "a[b]"),
    ] as [(String, JSONValue)])
  func longText(call: String, expected: JSONValue) throws {
    let (value, errors) = try evaluate(call, d: Self.long + "b")
    #expect(value == expected)
    #expect(errors == [])
  }

  @Test(
    "A search finds what Foundation finds",
    arguments: [
      ("abcabc", "b", "x", "axcaxc"), ("aXbx", "(?i)x", "-", "a-b-"), ("aab", "a*", "-", "--b-"),
      ("abab", "^a", "-", "-bab"),
      ("a.b", ".", "$0$0", "aa..bb"), ("aabb", "(a|b)\\1", "<$1>", "<a><b>"), ("a\nb", ".", "x", "x\nx"),
      ("abc", "(?x) b # the middle", "-", "a-c"), ("a(b", "\\Q(", "-", "a-b"), ("äöü", "ö", "", "äü"),
      ("👩‍👩‍👧b", "b", "c", "👩‍👩‍👧c"), ("", "x*", "-", "-"), ("abc", "$", "!", "abc!"), ("ab", "x|", "-", "-a-b-"),
    ])
  func findings(text: String, pattern: String, template: String, expected: String) throws {
    let (value, errors) = try evaluate("replace(d, p, t)", d: text, ["p": .string(pattern), "t": .string(template)])
    #expect(value == .string(expected))
    #expect(errors == [])
  }

  @Test("Matches use up the work of an event, which is logged")
  func matchesCost() throws {
    let stage = NimbusHarness(states: [
      "d": .string(String(repeating: "b", count: 9_000)), "l": .array((0..<20).map { .integer($0) }),
    ])
    let view = try stage.view(
      """
      {"_:component": "forEach", "properties": {"items": "@{l}"}, "children": [
        {"_:component": "forEach", "properties": {"items": "@{l}", "iteratorName": "j"}, "children": [
          {"_:component": "app:text", "properties": {"text": "@{length(replace(d, 'b', ''))} @{j}"}}]}]}
      """)
    let texts = view.root?.children.map { $0.properties?["text"]?.plain } ?? []
    let done = texts.prefix { $0 != .some(.null) }
    // Each of the matches costs 400.
    #expect((10...13).contains(done.count), "\(done.count)")
    #expect(
      stage.log.errors.first?.hasSuffix("failed: searching with \"b\" costs more than is left for this event.") == true)
    #expect(stage.log.errors.last?.hasPrefix("The expressions cost more than 50000000 values and bytes; ") == true)
  }

  @Test(
    "A pattern that needs too many steps is refused",
    arguments: ["(a+)+$", "(a|aa)+$", "(a*)*(a*)*b", "(?:a?){300}b", ".*x", "a*x"])
  func steps(pattern: String) throws {
    for call in ["match(d, p)", "replace(d, p, 'x')"] where call.hasPrefix("replace") || pattern.hasPrefix("(a") {
      let (value, errors) = try evaluate(
        call, d: String(repeating: "a", count: 20_000) + "!", ["p": .string(pattern)])
      #expect(value == .null)
      #expect(errors.count == 1 && errors[0].hasSuffix("\"\(pattern)\" takes too long for this text."), "\(errors)")
    }
  }

  @Test("A pattern that needs too much memory is refused instead of finding nothing")
  func memory() throws {
    for call in ["match(d, p)", "replace(d, p, 'x')"] {
      let (value, errors) = try evaluate(call, d: Self.long + "c", ["p": "(a|b)*c"])
      #expect(value == .null)
      #expect(
        errors.count == 1 && errors[0].hasSuffix("\"(a|b)*c\" needs too much memory for this text."), "\(errors)")
    }
  }

  private func evaluate(
    _ expression: String, d: String, _ states: [String: JSONValue] = [:]
  ) throws -> (value: JSONValue?, errors: [String]) {
    let stage = NimbusHarness(states: ["d": .string(d)].merging(states) { $1 })
    let view = try stage.view(text("@{\(expression)}"))
    return (view.root?.children.first?.properties?["text"]?.plain, stage.log.errors)
  }
}
