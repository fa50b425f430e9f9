import FlowJSON
import FlowLayout
import Foundation
import TestSupport
import Testing

@testable import Nimbus

@Suite("Hostile documents")
struct HostileDocumentTests {
  private func nested(_ depth: Int, _ inner: JSONValue = ["_:component": "app:text"]) -> JSONValue {
    (1..<depth).reduce(inner) { below, _ in ["_:component": "app:column", "children": [below]] }
  }

  @Test("nodes nested as deep as allowed load and draw on a thread of 512 KB, deeper ones are an error")
  func deepNodes() {
    let log = LogBook()
    onSmallStack {
      var configuration = NimbusConfiguration()
      configuration.logger = log
      configuration.libraries = [CoreStage.library, .layout()]
      let view = NimbusInstance(configuration).makeView()
      do {
        try view.load(self.nested(NimbusLimits.nodeDepth, ["_:component": "app:text", "properties": ["text": "deep"]]))
        log.info("\(view.layout.probedLines)")
        try view.load(self.nested(NimbusLimits.nodeDepth + 1))
      } catch {
        log.error("\(error)".suffix(70).description)
      }
    }
    #expect(
      log.entries == [
        "info: [\"deep\"]", "error: ildren[:0] is malformed: components are nested deeper than 100 levels.",
      ])
  }

  @Test("structural nodes, values, events and expressions nested as deep as allowed survive a small stack")
  func deepEverything() {
    let log = LogBook()
    onSmallStack {
      var configuration = NimbusConfiguration()
      configuration.logger = log
      configuration.libraries = [CoreStage.library]
      configuration.states = ["items": [1], "on": true]
      let view = NimbusInstance(configuration).makeView()
      var loops: JSONValue = ["_:component": "app:text", "properties": ["text": "@{item}"]]
      for _ in 0..<45 {
        loops = ["_:component": "forEach", "properties": ["items": "@{items}"], "children": [loops]]
        loops = [
          "_:component": "if", "properties": ["condition": "@{on}"],
          "children": [["_:component": "then", "children": [loops]]],
        ]
      }
      var value: JSONValue = "@{on}"
      for _ in 0..<90 { value = ["k": value] }
      var event: JSONValue = [["_:action": "log", "properties": ["message": "in"]]]
      for _ in 0..<30 {
        event = [["_:action": "condition", "properties": ["condition": true, "onTrue": event]]]
      }
      let expression = String(repeating: "array(", count: 60) + "1" + String(repeating: ")", count: 60)
      for properties: JSONValue in [
        ["text": value], ["text": .string("@{\(expression)}")], ["label": "go", "onPress": event],
      ] {
        do {
          try view.load(["_:component": "app:button", "properties": properties])
          _ = view.layout.probedLines
          view.layout.press("go")
        } catch {
          log.error("\(error)")
        }
      }
      do { try view.load(loops) } catch { log.error("\(error)".prefix(400).description) }
      log.info("\(view.layout.probedLines)")
    }
    #expect(log.entries.first == "info: in")
    #expect(log.entries.last?.contains("components are nested deeper") == true || log.entries.last == "info: [\"1\"]")
  }

  @Test("JSON text that is nothing but openings is an error")
  func deepText() {
    for text in [String(repeating: "[", count: 200_000), String(repeating: "{\"children\":[", count: 100_000)] {
      let view = CoreStage().nimbus.makeView()
      #expect(throws: ServerDrivenDocumentError.self) { try view.load(text) }
    }
  }

  @Test("values nested too deep are a malformed component")
  func deepValues() throws {
    var value: JSONValue = 1
    for _ in 0..<300 { value = [value] }
    for member in ["properties", "state"] {
      let view = CoreStage().nimbus.makeView()
      #expect(throws: ServerDrivenDocumentError.self) {
        var node: JSONObject = ["_:component": "app:text", "id": "n"]
        node[member] = ["v": value]
        try view.load(.object(node))
      }
    }
  }

  @Test("forEach in forEach over the same list ends at the limit of nodes, with one error")
  func templateLoop() throws {
    let stage = CoreStage(states: ["l": .array((0..<100).map { .integer($0) })])
    let loop = { (inner: JSONValue) -> JSONValue in
      ["_:component": "forEach", "properties": ["items": "@{l}"], "children": [inner]]
    }
    let view = stage.nimbus.makeView()
    try view.load(loop(loop(loop(loop(["_:component": "app:text"])))))
    #expect(view.home.nodes == NimbusLimits.nodes)
    #expect(stage.log.entries.count == 1)
    #expect(stage.log.errors.first?.hasPrefix("The view has 100000 nodes, which is all that it may have; ") == true)
    stage.nimbus.setState("l", to: [1])
    #expect(view.root?.children.count == 1)
  }

  @Test("a view that is loaded again may have as many nodes as before")
  func loadingAgain() throws {
    let stage = CoreStage()
    let texts = JSONValue.array(Array(repeating: ["_:component": "app:text"], count: 60_000))
    let view = stage.nimbus.makeView()
    for _ in 1...2 { try view.load(["_:component": "app:column", "children": texts]) }
    #expect(view.root?.children.first?.children.count == 60_000)
    #expect(stage.log.entries == [])
  }

  @Test("a state that is put into itself, or doubled, for ever is an error at the limit of values")
  func growingStates() throws {
    let stage = CoreStage()
    let view = try stage.view(
      node(
        "app:column", state: #""x": [1], "s": "ab""#,
        children: button("nest", setState("x", "\"@{array(x)}\"")), button("wrap", setState("x", "[\"@{x}\"]")),
        button("double", setState("s", "\"@{s}@{s}\"")), button("concat", setState("s", "\"@{concat(s, s)}\"")),
        button("tree", setState("x", "\"@{array(x, x)}\""))))
    for label in ["nest", "wrap"] {
      for _ in 0...NimbusLimits.valueDepth { view.layout.press(label) }
      #expect(stage.log.take().last?.contains("the value is nested deeper than 100 levels") == true)
    }
    for label in ["double", "concat"] {
      for _ in 0..<22 { view.layout.press(label) }
      #expect(stage.log.take().last?.contains("the value is larger than 1000000 values and bytes") == true)
    }
    try view.load(
      node("app:column", state: #""x": [1]"#, children: button("tree", setState("x", "\"@{array(x, x)}\""))))
    for _ in 0..<21 { view.layout.press("tree") }
    #expect(stage.log.take().last?.contains("the value is larger than 1000000 values and bytes") == true)
  }

  @Test("a view that answers each update with a change is stopped")
  func updatesForEver() throws {
    let stage = CoreStage(states: ["a": 0, "b": 0])
    let first = try stage.view(
      node("app:column", children: text("@{a}"), button("go", setState("b", "\"@{sum(a, 1)}\""))))
    let second = try stage.view(
      node("app:column", children: text("@{b}"), button("go", setState("a", "\"@{sum(b, 1)}\""))))
    first.onUpdate = { first.layout.press("go") }
    second.onUpdate = { second.layout.press("go") }
    first.layout.press("go")
    #expect(
      stage.log.entries == [
        "error: The event nimbus > view > nimbus:root > nimbus:1 > nimbus:3 > onPress was not run: events run each other 64 "
          + "levels deep."
      ] || stage.log.errors.count == 1)
    first.onUpdate = nil
    second.onUpdate = nil
  }

  @Test("an action that runs its own event is stopped, also when it does so twice each time")
  func eventsForEver() throws {
    for times in 1...2 {
      let calls = Counter()
      let stage = CoreStage {
        $0.libraries.append(
          NimbusSwiftUILibrary("my").addAction("again") { event in
            calls.count += 1
            for _ in 1...times { event.scope.run() }
          })
      }
      let view = try stage.view(button("go", action("my:again")))
      view.layout.press("go")
      #expect(calls.count == (times == 1 ? NimbusLimits.eventDepth : NimbusLimits.actions))
      #expect(!stage.log.errors.isEmpty && stage.log.errors.count < 10_100)
    }
  }

  @Test("an operation that sets the state that it is computed of is stopped")
  func operationForEver() throws {
    final class Box { var nimbus: NimbusInstance? }
    let box = Box()
    let stage = CoreStage(states: ["a": 0]) {
      $0.libraries.append(
        NimbusSwiftUILibrary("my").addOperation("bump") { arguments in
          let next = JSONValue.integer((try JSONElement(arguments.first).integer()) &+ 1)
          box.nimbus?.setState("a", to: next)
          return next
        })
    }
    let view = try stage.view(text("@{bump(a)}"))
    box.nimbus = stage.nimbus
    stage.nimbus.setState("a", to: 1)
    #expect(stage.log.errors == ["States set each other: 16 updates of one property did not bring them to rest."])
    #expect(view.root != nil)
    box.nimbus = nil
  }

  private static let manyCopies: JSONObject = [
    "_:component": "forEach", "properties": ["items": .array((0..<3000).map { .integer($0) })],
  ]

  @Test(
    "copies that each make a large text or search by a pattern without end are null from the limit of work on, with one error"
  )
  func costlyCopies() throws {
    for expression in ["@{uppercase(x)}", "@{x}!", "@{match(p, '(a+)+$')}"] {
      let stage = CoreStage(states: ["p": .string(String(repeating: "a", count: 40) + "!")])
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
      // What comes next starts anew.
      try view.load(text("@{uppercase('a')}"))
      #expect(view.lines == ["A"])
    }
  }

  @Test("what one event computes is limited as well, and the next event starts anew")
  func costlyEvent() throws {
    let large = String(repeating: "a", count: 900_000)
    let actions = Array(repeating: setState("y", "\"@{uppercase(x)}\""), count: 100)
    let stage = CoreStage(states: ["x": .string(large), "y": 0, "z": 0])
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

  @Test("a text that grows too long by an update is told")
  func longTextAfterUpdate() throws {
    let stage = CoreStage(states: ["x": "a"])
    let view = try stage.view(text("@{x}@{x}@{x}"))
    stage.nimbus.setState("x", to: .string(String(repeating: "a", count: 900_000)))
    #expect(view.root?.children.first?.properties?["text"]?.plain == .some(.null))
    #expect(stage.log.errors.count == 1)
    #expect(stage.log.errors.first?.hasSuffix("A text is longer than 1000000 bytes and was dropped.") == true)
  }

  @Test("numbers beyond any range end in an error or at a bound")
  func numbers() throws {
    let stage = CoreStage()
    let view = try stage.view(
      node(
        "app:column",
        children: text("@{multiply(9223372036854775807, 9223372036854775807)}"),
        text("@{subtract(-9223372036854775807, 5)}"),
        text("@{multiply('1e308', 10)}"), text("@{substr('abc', -99999999999999999999, 1)}"),
        text("@{insert(array(), 1, '1e300')}"),
        text("@{divide(-9223372036854775808, -1)}"), text("@{\(String(repeating: "9", count: 400))}")))
    #expect(view.lines.count == 7)
    #expect(view.lines[0] == "8.507059173023462e+37")
    #expect(view.lines[5] == "9.223372036854776e+18")
    #expect(stage.log.errors.count == 4)
  }
}
