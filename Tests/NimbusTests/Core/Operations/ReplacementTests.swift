import FlowJSON
import TestSupport
import Testing

@testable import Nimbus

@Suite("Replacements")
struct ReplacementTests {
  @Test(
    "A match can begin or end inside a character",
    arguments: [
      ("a\r\nb", "\\n", "+", "a\r+b"), ("a\r\nb", "\\r", "", "a\nb"), ("a\r\nb", "a\\r", "Q", "Q\nb"),
      ("a\r\nb", "(\\n)(b)", "$2$1", "a\rb\n"), ("e\u{301}x", "\u{301}", "", "ex"),
      ("e\u{301}x", "e", "E", "E\u{301}x"),
      ("🇩🇪", ".", "x", "xx"), ("🇩🇪", "(.)", "$1-", "🇩-🇪-"), ("👩‍👧", "\u{200D}", "+", "👩+👧"),
      ("😀é😀", "(.)", "$1$1", "😀😀éé😀😀"),
    ])
  func insideCharacters(text: String, pattern: String, template: String, expected: String) throws {
    let (value, errors) = try replace(text, pattern, template)
    // Compares bytes, because equal strings can consist of different scalars.
    #expect(value?.text(.compact).utf8.elementsEqual(JSONValue.string(expected).text(.compact).utf8) == true)
    #expect(errors == [])
  }

  @Test("A long text of regional indicators is replaced scalar by scalar")
  func flags() throws {
    let (value, errors) = try replace(String(repeating: "\u{1F1E6}", count: 40_000), ".", "a")
    #expect(value == .string(String(repeating: "a", count: 40_000)))
    #expect(errors == [])
  }

  @Test(
    "A template has the same meaning as in Foundation",
    arguments: [
      ("$0$0", "bcbc"), ("$2$1", "cb"), ("$3", ""), ("\\$1", "$1"), ("\\\\", "\\"), ("$", "$"), ("$$1", "$b"),
      ("\\", ""), ("$12", "b2"), ("a$x", "a$x"), ("\\n", "n"), ("${1}", "${1}"), ("\\😀$1", "😀b"), ("", ""),
    ])
  func templates(template: String, expected: String) throws {
    let (value, errors) = try replace("abcd", "(b)(c)", template)
    #expect(value == .string("a\(expected)d"))
    #expect(errors == [])
  }

  @Test("A reference to a group has at most as many digits as the number of groups")
  func manyGroups() throws {
    #expect(try replace("abcdefghijk", "(a)(b)(c)(d)(e)(f)(g)(h)(i)(j)", "$10$1$11").value == "jak")
    #expect(try replace("abcdefghijk", "(a)(b)(c)(d)(e)(f)(g)(h)(i)", "$10$1").value == "a0ajk")
  }

  @Test("A template that would make a text too large is refused")
  func size() throws {
    let (value, errors) = try replace(
      String(repeating: "a", count: 20_000), "(.*)", String(repeating: "$1", count: 20_000))
    #expect(value == .null)
    #expect(
      errors.count == 1 && errors[0].hasSuffix("failed: the value is larger than 2000000 values and bytes."),
      "\(errors)")
    var text = ReplacedText(String(repeating: "a", count: 2_000_001))
    let isAppended = text.appendRest()
    #expect(!isAppended)
    #expect(text.text == "")
  }

  @Test("Each part of a template costs work for each match")
  func cost() throws {
    let (value, errors) = try replace(
      String(repeating: "a", count: 10_000), "()a", String(repeating: "$1", count: 1_000))
    #expect(value == .null)
    #expect(
      errors.first?.hasSuffix("failed: searching with \"()a\" costs more than is left for this event.") == true,
      "\(errors)")
    #expect(try replace("aa", "()a", String(repeating: "$1", count: 1_000)).value == "")
  }

  @Test("A refused replacement costs the work that was done")
  func costOfRefusal() throws {
    let stage = NimbusHarness(states: [
      "d": .string(String(repeating: "a", count: 5_000)), "t": .string(String(repeating: "$1", count: 3_000)),
      "l": .array((0..<100).map { .integer($0) }),
    ])
    _ = try stage.view(
      """
      {"_:component": "forEach", "properties": {"items": "@{l}"}, "children": [
        {"_:component": "app:text", "properties": {"text": "@{replace(d, '(.*)', t)}"}}]}
      """)
    #expect(stage.log.errors.count < 30)
    #expect(stage.log.errors.last?.hasPrefix("The expressions cost more than 50000000 values and bytes; ") == true)
  }

  @Test("An error shows the document's pattern")
  func shownPattern() throws {
    for call in ["match(d, concat(p, item))", "replace(d, concat(p, item), '')"] {
      let pattern = String(repeating: "[^b]", count: 2_000)
      let stage = NimbusHarness(states: ["d": "a", "p": .string(pattern), "l": .array((0..<10).map { .integer($0) })])
      _ = try stage.view(
        """
        {"_:component": "forEach", "properties": {"items": "@{l}"}, "children": [
          {"_:component": "app:text", "properties": {"text": "@{\(call)}"}}]}
        """)
      let error = try #require(stage.log.errors.first { $0.contains("compiling") })
      #expect(error.contains("failed: compiling \"[^b][^b]"), "\(error)")
    }
  }

  private func replace(
    _ d: String, _ pattern: String, _ template: String
  ) throws -> (value: JSONValue?, errors: [String]) {
    let stage = NimbusHarness(states: ["d": .string(d), "p": .string(pattern), "t": .string(template)])
    let view = try stage.view(text("@{replace(d, p, t)}"))
    return (view.root?.children.first?.properties?["text"]?.plain, stage.log.errors)
  }
}
