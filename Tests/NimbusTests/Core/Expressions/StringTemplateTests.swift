import FlowJSON
import TestSupport
import Testing

@testable import Nimbus

@Suite("Strings with expressions")
struct StringTemplateTests {
  /// Evaluates a string with the states `x`, `m`, `n` and `nothing`.
  private func value(_ text: String) -> JSONValue {
    let states: [String: JSONValue] = ["x": "v", "m": ["a": ["b": [10, 20]]], "n": 5, "nothing": .null]
    let scope = Scope("test", parent: nil)
    for (id, value) in states { scope.addState(id, value) }
    let symbols = ExpressionSymbols { name in
      Operation(name) { arguments in .string("\(name)\(JSONValue.array(arguments.array).jsonText)") }
    }
    let template = StringTemplate(text, symbols) { _, _ in }
    let formula = Formula(key: "text", template: .text(template), states: symbols.states)
    return formula.evaluation(in: scope, of: NimbusInstance()).value(of: template)
  }

  private func template(
    _ text: String, _ report: (_ source: String, _ problem: ExpressionProblem) -> Void
  ) -> StringTemplate {
    let symbols = ExpressionSymbols { .unknown($0) }
    return StringTemplate(text, symbols, report: report)
  }

  @Test(
    "NB-23: Backslashes and quotes escape expressions and their delimiters",
    arguments: [
      (#"\@{x}"#, "@{x}"), (#"\\@{x}"#, #"\v"#), (#"\\\@{x}"#, #"\@{x}"#), (#"@{'a } b'}"#, "a } b"),
      (#"\\\\@{x}!"#, #"\\v!"#), (#"a \ b \\ c"#, #"a \ b \\ c"#), (#"@{'it\'s'}"#, "it's"), (#"@{'\n'}"#, #"\n"#),
      (#"@{'a\\'}"#, #"a\\"#), (#"@{'a\\\'b'}"#, #"a\\'b"#), (#"@{concat('a\\', '}')}"#, #"concat["a\\\\","}"]"#),
      (#"\@{x} @{x}"#, "@{x} v"),
    ])
  func escapes(text: String, expected: String) {
    #expect(value(text) == .string(expected))
  }

  @Test(
    "A string that is one expression keeps its type, and any other string is text",
    arguments: [
      ("@{n}", 5), ("@{ n }", 5), ("@{m.a.b[1]}", 20), ("@{true}", true), ("@{null}", .null), ("@{-2}", -2),
      ("@{1.5}", 1.5), ("@{99999999999999999999}", 99999999999999999999.0), ("n = @{n}", "n = 5"), ("@{n}@{n}", "55"),
      ("[@{nothing}]", "[]"), ("@{m.a}", ["b": [10, 20]]), ("m: @{m}", #"m: {"a":{"b":[10,20]}}"#), ("", ""),
      ("@", "@"), ("a@b.c {x}", "a@b.c {x}"),
    ] as [(String, JSONValue)])
  func types(text: String, expected: JSONValue) {
    #expect(value(text) == expected)
  }

  @Test(
    "A path that leads nowhere is null",
    arguments: ["@{m.z}", "@{m.a.b[2]}", "@{x.y}", "@{n[0]}", "@{m.a.b[99999999999999]}"])
  func silentNull(text: String) {
    #expect(value(text) == .null)
  }

  @Test("Operations are called with nested arguments, and quoted delimiters are text")
  func calls() {
    #expect(value("@{f()}") == "f[]")
    #expect(value("@{f( n , 'a, (b) }' , g(x))}") == .string(#"f[5,"a, (b) }","g[\"v\"]"]"#))
  }

  @Test("An expression without an end is text", arguments: ["@{", "@{x", "a @{'}", #"\@{x"#, "@{f('}')"])
  func unterminated(text: String) {
    #expect(value(text) == .string(text))
  }

  @Test("An expression after one without an end is found")
  func afterUnterminated() {
    #expect(value("@{'a @{x}") == "@{'a v")
  }

  @Test(
    "A malformed expression is reported and is null",
    arguments: [
      ("@{}", "expected a value, found nothing"), ("@{f(}", "expected a value, found nothing"),
      ("@{f(x}", "expected \",\" or \")\" after an argument"),
      ("@{x y}", "expected the end of the expression, found \"y\""),
      ("@{a-b}", "\"a-b\" is not a path to a state"), ("@{x.}", "\"x.\" is not a path to a state"),
      ("@{x[a]}", "\"x[a]\" is not a path to a state"), ("@{a.b(1)}", "\"a.b\" cannot be the name of an operation"),
      ("@{f(1))}", "expected the end of the expression, found \")\""),
      ("@{1 2}", "expected the end of the expression, found \"2\""),
      ("@{f(,)}", "expected a value, found nothing"),
    ])
  func malformed(text: String, problem: String) {
    var problems: [String] = []
    let template = template(text) { source, problem in problems.append("\(source): \(problem)") }
    #expect(problems == ["\(text): \(problem)"])
    #expect(template.pieces.count == 1)
    guard case .expression(.literal(.null)) = template.pieces[0] else {
      Issue.record("A malformed expression is null.")
      return
    }
  }

  @Test("Nesting beyond the limit and a number beyond the range of doubles are refused")
  func limits() {
    func problem(_ text: String) -> ExpressionProblem? {
      var found: ExpressionProblem?
      _ = template(text) { found = $1 }
      return found
    }
    let limit = NimbusLimits.expressionDepth
    func nested(_ depth: Int) -> String {
      "@{" + String(repeating: "f(", count: depth - 1) + "1" + String(repeating: ")", count: depth - 1) + "}"
    }
    #expect(problem(nested(limit)) == nil)
    #expect(problem(nested(limit + 1)) == .tooDeep(limit: limit))
    #expect(problem(nested(100_000)) == .tooDeep(limit: limit))
    #expect(problem("@{" + String(repeating: "9", count: 400) + "}") != nil)
  }

  @Test("A string of 100,000 openings without a close is text")
  func manyOpenings() {
    let count = trials(100_000, few: 10_000)
    let text = String(repeating: "@{", count: count)
    #expect(value(text) == .string(text))
    let quoted = String(repeating: "@{'", count: count)
    #expect(value(quoted) == .string(quoted))
  }
}
