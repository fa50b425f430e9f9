import FlowJSON
import TestSupport
import Testing

@testable import Nimbus

@Suite("The cost limit of expressions", .usesOneThread)
struct CostLimitTests {
  private static let manyCopies: JSONObject = [
    "_:component": "forEach", "properties": ["items": .array((0..<3000).map { .integer($0) })],
  ]

  private static let large = JSONValue.string(String(repeating: "a", count: 900_000))
  /// Texts that together leave about a million of the work of one document if the state `x` is large.
  private static let costlyTexts = Array(repeating: "@{length(uppercase(x))}", count: 18)
  /// The beginning of the error about the limit.
  private static let costsTooMuch = "The expressions cost more than 50000000 values and bytes; "

  /// Loads a document that uses up most of the work, and then has 200 copies of a node.
  private static func loadCopies(
    of copied: JSONValue, on stage: NimbusHarness, states: [String: JSONValue] = [:]
  ) throws {
    let texts: [JSONValue] = costlyTexts.map { ["_:component": "app:text", "properties": ["text": .string($0)]] }
    let loop: JSONValue = [
      "_:component": "forEach", "properties": ["items": .array((0..<200).map { .integer($0) })], "children": [copied],
    ]
    try stage.nimbus.makeView(states: states.merging(["x": large]) { $1 })
      .load(["_:component": "app:column", "children": .array(texts + [loop])])
  }

  @Test(
    "Costly expressions in many copies are null beyond the limit of work, with one error"
  )
  func costlyCopies() throws {
    for expression in ["@{uppercase(x)}", "@{x}!", "@{match(p, '(a+)+$')}"] {
      let stage = NimbusHarness(states: ["p": .string(String(repeating: "a", count: 40) + "!")])
      var loop = Self.manyCopies
      loop["children"] = [["_:component": "app:text", "properties": ["text": .string(expression)]]]
      let view = stage.nimbus.makeView(states: ["x": .string(String(repeating: "a", count: 900_000))])
      try view.load(.object(loop))
      let values = view.root?.children.map { $0.properties?["text"]?.plain } ?? []
      #expect(values.count == 3000)
      #expect(values.last == .some(.null))
      let refused = stage.log.errors.filter {
        $0.hasPrefix("The expressions cost more than 50000000 values and bytes; ")
      }
      #expect(refused.count == 1)
      #expect(stage.log.errors.count < 20)
      // The next document has a new limit.
      try view.load(text("@{uppercase('a')}"))
      #expect(view.lines == ["A"])
    }
  }

  @Test("The work of one event is limited, and the next event has a new limit")
  func costlyEvent() throws {
    let large = String(repeating: "a", count: 900_000)
    let actions = Array(repeating: setState("y", "\"@{uppercase(x)}\""), count: 100)
    let stage = NimbusHarness(states: ["x": .string(large), "y": 0, "z": 0])
    let view = try stage.view(
      node(
        "app:column",
        children: button("all", actions.joined(separator: ", ")), button("one", setState("z", "\"@{uppercase('b')}\"")))
    )
    view.layout.press("all")
    #expect(stage.log.errors.count == 1)
    #expect(stage.nimbus.state("y") == .null)
    view.layout.press("one")
    #expect(stage.nimbus.state("z") == "B")
    #expect(stage.log.errors.count == 1)
  }

  @Test("A text that an update makes too long is dropped and logged")
  func longTextAfterUpdate() throws {
    let stage = NimbusHarness(states: ["x": "a"])
    let view = try stage.view(text("@{x}@{x}@{x}@{x}"))
    stage.nimbus.setState("x", to: .string(String(repeating: "a", count: 900_000)))
    #expect(view.root?.children.first?.properties?["text"]?.plain == .some(.null))
    #expect(stage.log.errors.count == 1)
    #expect(stage.log.errors.first?.hasSuffix("A text is longer than 2000000 bytes and was dropped.") == true)
  }

  @Test("A text that is dropped costs as much as one that is kept")
  func droppedTexts() throws {
    let stage = NimbusHarness()
    var loop = Self.manyCopies
    loop["children"] = [["_:component": "app:text", "properties": ["text": "@{x}@{x}@{x}@{x}"]]]
    let view = stage.nimbus.makeView(states: ["x": .string(String(repeating: "a", count: 900_000))])
    try view.load(.object(loop))
    #expect(stage.log.errors.count { $0.hasPrefix(Self.costsTooMuch) } == 1)
    #expect(stage.log.errors.count < 60)
  }

  @Test(
    "Building a list or an object costs work for its elements and for its constant parts",
    arguments: [false, true])
  func containers(isObject: Bool) throws {
    let stage = NimbusHarness()
    let zeros = Array(repeating: JSONValue(0), count: 10_000)
    let property: JSONValue = isObject ? ["zeros": .array(zeros), "item": "@{item}"] : .array(zeros + ["@{item}"])
    try Self.loadCopies(of: ["_:component": "app:text", "properties": ["text": property]], on: stage)
    #expect(stage.log.errors.map { $0.hasPrefix(Self.costsTooMuch) } == [true])
  }

  @Test("Looking up the names of many states costs work")
  func names() throws {
    let stage = NimbusHarness()
    let names = (0..<1_000).map { "s\($0)" }
    let text = names.map { "@{\($0)}" }.joined()
    try Self.loadCopies(
      of: ["_:component": "app:text", "state": ["all": .string(text)]], on: stage,
      states: Dictionary(uniqueKeysWithValues: names.map { ($0, JSONValue.null) }))
    #expect(stage.log.errors.map { $0.hasPrefix(Self.costsTooMuch) } == [true])
  }

  @Test("The constant properties of an action remain after the work of its event is used up")
  func constantProperties() throws {
    let costly = Self.costlyTexts.map { setState("y", "\"\($0)\"") }
    let stage = NimbusHarness(states: ["x": Self.large, "y": 0, "z": 0])
    let view = try stage.view(
      button("go", (costly + costly).joined(separator: ","), setState("z", #"{"a": "@{uppercase('a')}", "b": 1}"#)))
    view.layout.press("go")
    #expect(stage.log.errors.map { $0.hasPrefix(Self.costsTooMuch) } == [true])
    #expect(stage.nimbus.state("z") == .some(.null))
  }

  @Test("The arguments of a call are not evaluated after the work of one document is used up")
  func argumentsBeyondLimit() throws {
    let stage = NimbusHarness()
    let texts = (Self.costlyTexts + Self.costlyTexts + ["@{uppercase(y)}"]).map(text)
    let view = stage.nimbus.makeView(states: ["x": Self.large])
    try view.load("{\"_:component\": \"app:column\", \"children\": [\(texts.joined(separator: ","))]}")
    #expect(stage.log.errors.map { $0.hasPrefix(Self.costsTooMuch) } == [true])
  }
}
