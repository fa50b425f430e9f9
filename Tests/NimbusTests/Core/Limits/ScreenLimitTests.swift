import FlowJSON
import TestSupport
import Testing

@testable import Nimbus

@Suite("The limits of a screen", .usesOneThread)
struct ScreenLimitTests {
  /// The beginning of the error about a full screen.
  private static let full = "The screen holds 10000000 values and bytes, which is the limit; "
  private static let manyItems: JSONValue = .array((0..<2000).map { .integer($0) })

  @Test("A large text in many copies is null beyond the limit, with one error, and frees its room when removed")
  func copies() throws {
    let stage = NimbusHarness(states: ["l": Self.manyItems, "t": .string(String(repeating: "x", count: 900_000))])
    let view = stage.nimbus.makeView()
    try view.load([
      "_:component": "forEach", "properties": ["items": "@{l}"],
      "children": [["_:component": "app:text", "properties": ["text": "@{t}"]]],
    ])
    let texts = view.root?.children.map { $0.properties?["text"]?.plain } ?? []
    #expect(texts.count { $0 != .some(.null) } == 11)
    // The number of each copy is always admitted.
    #expect(view.context.limits.size <= NimbusLimits.screenSize + texts.count)
    #expect(stage.log.errors.count { $0.hasPrefix(Self.full) } == 1)
    // The second error is about the work of evaluating so many large texts.
    #expect(stage.log.errors.count == 2)
    stage.nimbus.setState("l", to: [])
    #expect(view.context.limits.size < 100)
    #expect(view.context.limits.nodes == 2)
  }

  @Test("Each element of a list counts as ten bytes, so that copies cannot hold millions of numbers")
  func numbers() throws {
    let stage = NimbusHarness(states: ["l": .array((0..<300).map { .integer($0) })])
    func joined(_ times: Int) -> String { "concat(\(Array(repeating: "l", count: times).joined(separator: ",")))" }
    let view = stage.nimbus.makeView()
    try view.load([
      "_:component": "forEach", "properties": ["items": "@{l}"],
      "children": [["_:component": "app:text", "properties": ["text": .string("@{\(joined(100))}")]]],
    ])
    let texts = view.root?.children.map { $0.properties?["text"]?.plain } ?? []
    // Each list of 30,000 numbers counts as 300,001, and a screen can hold 10,000,000.
    #expect(texts.count == 300 && texts.count { $0 != .some(.null) } == 33)
    #expect(view.context.limits.size <= NimbusLimits.screenSize)
    #expect(stage.log.errors.count { $0.hasPrefix(Self.full) } == 1)
    _ = stage.log.take()
    _ = try stage.view(text("@{length(\(joined(700)))}"))
    #expect(stage.log.errors.first?.hasSuffix("the value is larger than 2000000 values and bytes.") == true)
  }

  @Test("Copies of a node with many small properties, states or events are refused when the screen is full")
  func entries() throws {
    for part in ["properties", "state", "events"] {
      let stage = NimbusHarness()
      let members = JSONObject(
        (0..<1_000).map { ("p\($0)", part == "events" ? [["_:action": "log"]] : .integer(0)) })
      let view = stage.nimbus.makeView()
      try view.load([
        "_:component": "forEach", "properties": ["items": Self.manyItems],
        "children": [["_:component": "app:text", part == "state" ? "state" : "properties": .object(members)]],
      ])
      // 2,000 copies, and some 500 of the nodes in them.
      #expect(view.context.limits.nodes < 2_600, "\(part)")
      #expect(stage.log.errors.count { $0.hasPrefix(Self.full) } == 1)
    }
  }

  @Test("The views of a navigator share the limit of nodes, and there are at most 100 views")
  func views() {
    let stage = NimbusHarness(documents: ["/a": "{}"])
    let document: JSONValue = [
      "_:component": "app:column", "children": .array(Array(repeating: ["_:component": "app:text"], count: 60_000)),
    ]
    stage.navigator.open(document: document.jsonText)
    stage.navigator.push(ViewRequest(NimbusRequest(url: "/none"), fallback: document))
    #expect(stage.navigator.limits.nodes == NimbusLimits.nodes)
    stage.navigator.pop()
    #expect(stage.navigator.limits.nodes < 60_010)
    for _ in 0..<200 { stage.navigator.present(ViewRequest("/none")) }
    #expect(stage.navigator.stacks.count == NimbusLimits.views)
    #expect(stage.log.errors.last == "The view /none was not opened: 100 views are open, which is the limit.")
  }

  @Test("Setting large states counts as work, which limits how many of them one event sets")
  func settingStates() throws {
    let stage = NimbusHarness(states: ["l": [.string(String(repeating: "x", count: 900_000))], "x": 0, "y": 0])
    let actions = (0..<400).map { _ in setState("x", "\"@{l}\"") + "," + setState("x", "0") }
    let view = try stage.view(button("go", actions.joined(separator: ","), setState("y", "1")))
    view.layout.press("go")
    #expect(stage.log.errors.contains { $0.contains("50000000 values and bytes") })
    #expect(stage.log.errors.count < 420)
    #expect(stage.nimbus.state("y") == 1)
  }

  @Test("Setting a member of a large state counts as a copy, which limits how often one event does it")
  func settingMembers() throws {
    let stage = NimbusHarness()
    let large = JSONValue.string(String(repeating: "x", count: 900_000))
    let actions = (1...100).map { setState("x.n", "\($0)") }
    let view = stage.nimbus.makeView(states: ["x": ["large": large, "n": 0]])
    try view.load(button("go", actions.joined(separator: ",")))
    view.layout.press("go")
    #expect(view.state("x")?["n"] == 55)
    #expect(
      stage.log.errors.first?.hasSuffix(
        "The state \"x.n\" was not set: the event cost more than 50000000 values and bytes.") == true)
    #expect(stage.log.errors.count == 45)
  }

  @Test("A state that the screen has no room for is not set, and the reason is logged")
  func noRoom() throws {
    let stage = NimbusHarness(states: ["l": .string(String(repeating: "x", count: 900_000))])
    let names = (0..<13).map { "s\($0)" }
    let view = stage.nimbus.makeView(states: Dictionary(uniqueKeysWithValues: names.map { ($0, 0) }))
    try view.load(button("go", names.map { setState($0, "\"@{l}\"") }.joined(separator: ",")))
    view.layout.press("go")
    #expect(names.map { view.state($0) == 0 } == Array(repeating: false, count: 11) + [true, true])
    let reason = "the screen holds 10000000 values and bytes, which is the limit."
    #expect(stage.log.errors.map { $0.hasSuffix(" was not set: " + reason) } == [true, true])
  }

  @Test("A state of a full screen can become smaller")
  func smallerState() throws {
    let names = (0..<11).map { "s\($0)" }
    let large = JSONValue.string(String(repeating: "x", count: 900_000))
    let stage = NimbusHarness()
    let view = stage.nimbus.makeView(states: Dictionary(uniqueKeysWithValues: names.map { ($0, large) }))
    let smaller = JSONValue.string(String(repeating: "x", count: 800_000))
    view.setState("s0", to: smaller)
    #expect(view.state("s0") == smaller)
    #expect(stage.log.entries == [])
    view.setState("s1", to: .string(String(repeating: "x", count: 1_900_000)))
    #expect(view.state("s1") == large)
    #expect(stage.log.errors.count == 1)
  }

  @Test("The states of pushed views that the screen has no room for are null, with one error")
  func pushedStates() {
    let stage = NimbusHarness(
      documents: ["/b": text("b")], states: ["big": .string(String(repeating: "x", count: 1_900_000))])
    stage.navigator.open(
      document: button("go", action("push", #""url": "/b", "state": {"note": "@{big}"}"#)))
    let first = stage.navigator.current
    for _ in 1...6 { first?.layout.press("go") }
    #expect(stage.navigator.stacks.map(\.count) == [7])
    #expect(stage.navigator.current?.state("note") == .some(.null))
    #expect(stage.log.errors.map { $0.hasPrefix(Self.full) } == [true])
  }

  @Test("The states of nodes that the screen has no room for are null, with one error")
  func nodeStates() throws {
    let stage = NimbusHarness(states: ["big": .string(String(repeating: "x", count: 1_900_000))])
    let view = try stage.view(
      node("app:text", state: (0..<7).map { "\"s\($0)\": \"@{big}\"" }.joined(separator: ",")))
    #expect(view.context.limits.size <= NimbusLimits.screenSize)
    #expect(stage.log.errors.map { $0.hasPrefix(Self.full) } == [true])
  }

  @Test("An item that the screen has no room for is null, and never an earlier item")
  func newItems() throws {
    let large = JSONValue.string(String(repeating: "x", count: 1_200_000))
    let stage = NimbusHarness(states: ["l": [["id": 1, "text": "old"]]])
    let view = stage.nimbus.makeView(states: Dictionary(uniqueKeysWithValues: (0..<7).map { ("s\($0)", large) }))
    try view.load(
      node("forEach", #""items": "@{l}", "key": "id""#, children: node("app:text", "\"text\": \"@{item.text}\"")))
    #expect(view.lines == ["old"])
    stage.nimbus.setState("l", to: [["id": 1, "text": large]])
    #expect(view.lines == ["null"])
    #expect(stage.log.errors.map { $0.hasPrefix(Self.full) } == [true])
  }

  @Test("The value of an event that the screen has no room for is dropped, and never an earlier value")
  func eventValues() throws {
    let large = JSONValue.string(String(repeating: "x", count: 1_200_000))
    let stage = NimbusHarness(states: ["seen": 0])
    let view = stage.nimbus.makeView(states: Dictionary(uniqueKeysWithValues: (0..<8).map { ("s\($0)", large) }))
    try view.load(node("app:input", "\"onChange\": [\(setState("seen", "\"@{onChange}\""))]"))
    guard case .event(let event)? = view.root?.children.first?.properties?["onChange"] else {
      Issue.record("There is no event.")
      return
    }
    event.run("first")
    event.run(large)
    #expect(stage.nimbus.state("seen") == .some(.null))
    #expect(stage.log.errors.count == 1 && stage.log.errors[0].contains(" was dropped: the screen holds 10000000 "))
  }

  @Test("The events of a first drawing share the work limit of one event")
  func initEvents() throws {
    let stage = NimbusHarness(states: ["l": .string(String(repeating: "x", count: 900_000)), "x": 0])
    let texts = (0..<60).map { _ in
      node("app:text", "\"text\": \"t\", \"onInit\": [\(setState("x", "\"@{l}\""))]")
    }
    let view = try stage.view("{\"_:component\": \"app:column\", \"children\": [\(texts.joined(separator: ","))]}")
    #expect(view.lines.count == 60)
    #expect(stage.log.errors.count { $0.contains("50000000 values and bytes") } > 0)
  }

  @Test("An expression that joins more than 128 combining marks in a row is refused")
  func marks() throws {
    let stage = NimbusHarness(states: ["m": .string(String(repeating: "\u{301}\u{316}", count: 50))])
    let view = try stage.view(
      node("app:column", children: text("@{m}@{m}"), text("@{length(concat(m, m))}"), text("@{m}")))
    #expect(view.lines.count == 3)
    #expect(stage.log.errors.count { $0.hasSuffix("the text has more than 128 combining marks in a row.") } == 2)
  }

  @Test("A nested value costs its whole size, and many large objects can be merged")
  func deepValues() throws {
    let stage = NimbusHarness(states: ["a": [[.string(String(repeating: "x", count: 400_000))]], "l": Self.manyItems])
    let view = stage.nimbus.makeView()
    try view.load([
      "_:component": "forEach", "properties": ["items": "@{l}"],
      "children": [["_:component": "app:text", "properties": ["text": "@{eq(a, a)}"]]],
    ])
    #expect(stage.log.errors.count { $0.hasPrefix("The expressions cost more than 50000000") } == 1)
    let members = JSONObject((0..<2000).map { ("k\($0)", .integer(Int64($0))) })
    stage.nimbus.setState("global", to: .object(members))
    let merged = try stage.view(
      text("@{length(concat(\(Array(repeating: "global", count: 60).joined(separator: ","))))}"))
    #expect(merged.lines == ["2000"])
  }

  @Test("A pattern is compiled once, and compiling many patterns counts as work")
  func patterns() throws {
    let stage = NimbusHarness(states: ["l": Self.manyItems])
    let view = stage.nimbus.makeView()
    try view.load([
      "_:component": "forEach", "properties": ["items": "@{l}"],
      "children": [["_:component": "app:text", "properties": ["text": "@{match('ab1', '[a-z]+[0-9]')}"]]],
    ])
    #expect(view.root?.children.allSatisfy { $0.properties?["text"]?.plain == true } == true)
    #expect(stage.log.errors == [])
    let long = String(repeating: "(a|b)", count: 1000)
    try view.load([
      "_:component": "forEach", "properties": ["items": "@{l}"],
      "children": [
        ["_:component": "app:text", "properties": ["text": .string("@{match('ab1', concat('\(long)', index))}")]]
      ],
    ])
    #expect(!stage.log.errors.isEmpty)
    #expect(view.root?.children.last?.properties?["text"]?.plain == .some(.null))
  }

  @Test("A document with a name longer than the limit is refused")
  func names() {
    let long = String(repeating: "n", count: NimbusLimits.nameSize + 1)
    for document: JSONValue in [["_:component": .string(long)], ["_:component": "app:text", "id": .string(long)]] {
      #expect(throws: ServerDrivenDocumentError.self) { try NimbusHarness().nimbus.makeView().load(document) }
    }
  }
}
