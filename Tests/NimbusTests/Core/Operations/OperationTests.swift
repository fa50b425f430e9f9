import FlowJSON
import TestSupport
import Testing

@testable import Nimbus

@Suite("Operations of the core library")
struct OperationTests {
  @Test(
    "NB-25: Each operation returns the value in the table",
    arguments: [
      ("divide(16,2,2)", 4), ("divide(6,4)", 1.5), ("sum('1',1)", 2), ("sum(1,true)", .null), ("eq('1','1.0')", true),
      ("gt('true',2)", false), ("substr('This is a Test text.',10,14)", "Test"), ("concat('a',null,'b')", "ab"),
      ("sum(1,2.5)", 3.5), ("sum(1,null)", .null), ("sum(1,'')", .null), ("subtract(5,2,1)", 2),
      ("multiply(2,3,'4')", 24),
      ("sum(9223372036854775807,1)", 9223372036854775808.0), ("divide(1.0,4)", 0.25), ("sum('.5','1.')", 1.5),
      ("sum('1e3',0)", 1000.0), ("sum(' 1',0)", .null), ("sum('0x10',0)", .null), ("sum('nan',0)", .null),
      ("sum('.',0)", .null), ("sum('-',0)", .null), ("sum('1_0',0)", .null), ("sum('+5',0)", 5), ("sum('e5',0)", .null),
      ("sum('1e309',1)", .null), ("sum(1,'-1e309')", .null), ("eq('1e309','2e309')", false),
      ("eq('1e309','1e309')", true),
      ("gt('1e309',-1)", false), ("multiply('\(String(repeating: "9", count: 400))',1)", .null),
      ("sum('1e308',0)", 1e308),
      ("gt(2,1)", true), ("gte(2,2)", true), ("lt('1',2)", true), ("lte(3,2)", false), ("lt(null,2)", false),
      ("gt(1)", false),
      ("eq(l,array(1,2,3))", true), ("eq('true',true)", false), ("eq(null,null)", true), ("eq(1,1.0)", true),
      ("eq(1,2)", false), ("eq(9007199254740993,9007199254740992.0)", false),
      ("gt(9007199254740993,'9007199254740992.0')", true), ("lte(9007199254740993,9007199254740992.0)", false),
      ("lt(9223372036854775807,9223372036854775808.0)", true), ("gt(1,'-1e300')", true), ("lt(1,1.5)", true),
      ("gt(-1,-1.5)", true), ("gte(2,2.0)", true), ("lt(0.5,1)", true), ("eq(1.5,'1.5')", true),
      ("and()", true), ("or()", false), ("and(true,1,'x')", true), ("and(true,false)", false), ("or(1,true)", true),
      ("not(true)", false), ("condition(true,1,2)", 1), ("condition(false,1,2)", 2), ("condition(false,1)", .null),
      ("concat(l,array(4),'x')", [1, 2, 3, 4]), ("concat(m,object('a',9))", ["a": 9, "b": true]),
      ("concat(1,true)", "1true"),
      ("contains(l,2)", true), ("contains(m,'b')", true), ("contains('abc','bc')", true), ("contains('abc','')", true),
      ("contains('abc',null)", true), ("contains('abc')", true), ("contains(l,null)", false),
      ("contains(5,5)", false), ("length(l)", 3), ("length(m)", 2), ("length('añ')", 2), ("length(5)", 0),
      ("isNull(null)", true), ("isNull('')", false), ("isEmpty(null)", true), ("isEmpty('')", true),
      ("isEmpty(array())", true),
      ("isEmpty(object())", true), ("isEmpty(0)", false), ("insert(l,4)", [1, 2, 3, 4]),
      ("insert(l,0,0)", [0, 1, 2, 3]),
      ("insert(5,1)", [1]), ("remove(array(1,2,1),1)", [2, 1]), ("remove(l,9)", [1, 2, 3]), ("removeIndex(l)", [1, 2]),
      ("removeIndex(l,0)", [2, 3]), ("array()", []), ("object('k',1,'o')", ["k": 1, "o": .null]),
      ("object('k',1,'k',2)", ["k": 2]), ("object(1,2)", ["1": 2]),
      ("entries(object('k',1))", [["key": "k", "value": 1]]),
      ("entries(5)", []), ("capitalize('john doe')", "John doe"), ("uppercase('a1')", "A1"),
      ("lowercase(true)", "true"),
      ("substr('hello',2)", "llo"), ("substr('hello',0,2)", "he"), ("match('ab','a|ab')", true),
      ("match('abc','ab')", false),
      ("match('2026','[0-9]{4}')", true), ("replace('a1b22','[0-9]+','#')", "a#b#"),
      ("replace('John Doe','(.*) (.*)','$2 $1')", "Doe John"),
    ] as [(String, JSONValue)])
  func values(expression: String, expected: JSONValue) throws {
    let (value, errors) = try evaluate(expression)
    #expect(value == expected)
    #expect(errors == [])
  }

  @Test(
    "A failed operation returns null and logs one error",
    arguments: [
      ("divide(1,0)", "1 cannot be divided by zero."), ("sum()", "it needs at least one number."),
      ("divide(1.0,0)", "the result is beyond the range of numbers."),
      ("not('true')", "the first argument must be a bool, found the string \"true\"."),
      ("condition(1,2,3)", "the first argument must be a bool, found the integer 1."),
      ("insert(l,4,9)", "the index 9 is out of range for a list of 3."),
      ("removeIndex(array())", "the index -1 is out of range for a list of 0."),
      ("removeIndex(l,'x')", "the index must be a number, found the string \"x\"."),
      ("capitalize(null)", "the argument 1 must not be null."),
      ("substr('abc',2,9)", "2 to 9 is out of range for a text of 3 characters."),
      ("substr('abc',-1,2)", "-1 to 2 is out of range for a text of 3 characters."),
      ("match('a','')", "the pattern is empty."),
      ("replace('a','','b')", "the pattern is empty."),
      ("match('a','(')", "\"(\" is not a regular expression."),
      ("match('a','a)|(b')", "\"a)|(b\" is not a regular expression."),
    ])
  func faults(expression: String, fault: String) throws {
    let (value, errors) = try evaluate(expression)
    #expect(value == .null)
    let name = expression.prefix { $0 != "(" }
    #expect(errors == ["The operation \"\(name)\" in nimbus > view > nimbus:root > node failed: \(fault)"])
  }

  @Test("A pattern that takes too long is refused", arguments: ["(a+)+$", "(a|aa)+$", "(a|a?)+$"])
  func slowPatterns(pattern: String) throws {
    let text = String(repeating: "a", count: 60) + "b"
    for call in ["match('\(text)','\(pattern)')", "replace('\(text)','\(pattern)','x')"] {
      let (value, errors) = try evaluate(call)
      #expect(value == .null)
      #expect(errors.count == 1 && errors[0].hasSuffix("takes too long for this text."), "\(errors)")
    }
  }

  @Test("A long pattern is refused, and a deeply nested one does not crash")
  func longPatterns() throws {
    let long = String(repeating: "a", count: NimbusLimits.regularExpressionText + 1)
    #expect(
      try evaluate("match('a','\(long)')").errors.first?.hasSuffix("the pattern is longer than 10000 bytes.") == true)
    let deep = String(repeating: "(", count: 4_000) + "a" + String(repeating: ")", count: 4_000)
    let (value, errors) = try evaluate("match('a','\(deep)')")
    #expect(value == true || errors.count == 1)
  }

  private func evaluate(_ expression: String) throws -> (value: JSONValue?, errors: [String]) {
    let stage = NimbusHarness(states: ["l": [1, 2, 3], "m": ["a": 1, "b": true]])
    let document: JSONValue = [
      "_:component": "app:text", "id": "node", "properties": ["text": .string("@{\(expression)}")],
    ]
    let view = stage.nimbus.makeView()
    try view.load(document)
    return (view.root?.children.first?.properties?["text"]?.plain, stage.log.errors)
  }
}
