import FlowJSON
import FlowScreens
import Foundation
import TestSupport
import Testing

@testable import Nimbus

@Suite("Hostile documents", .usesOneThread)
struct HostileDocumentTests {
  @Test("Nested forEach components over one list end at the limit of nodes, with one error")
  func templateLoop() throws {
    let stage = NimbusHarness(states: ["l": .array((0..<100).map { .integer($0) })])
    let loop = { (inner: JSONValue) -> JSONValue in
      ["_:component": "forEach", "properties": ["items": "@{l}"], "children": [inner]]
    }
    let view = stage.nimbus.makeView()
    try view.load(loop(loop(loop(loop(["_:component": "app:text"])))))
    #expect(view.context.limits.nodes == NimbusLimits.nodes)
    #expect(stage.log.entries.count == 1)
    #expect(stage.log.errors.first?.hasPrefix("The screen has 100000 nodes, which is the limit; ") == true)
    stage.nimbus.setState("l", to: [1])
    #expect(view.root?.children.count == 1)
  }

  @Test("A view that is loaded again can have as many nodes as before")
  func loadingAgain() throws {
    let stage = NimbusHarness()
    let texts = JSONValue.array(Array(repeating: ["_:component": "app:text"], count: 60_000))
    let view = stage.nimbus.makeView()
    for _ in 1...2 { try view.load(["_:component": "app:column", "children": texts]) }
    #expect(view.root?.children.first?.children.count == 60_000)
    #expect(stage.log.entries == [])
  }

  @Test("A state that is repeatedly nested or doubled is refused at the limit of values")
  func growingStates() throws {
    let stage = NimbusHarness()
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
      #expect(stage.log.take().last?.contains("the value is larger than 2000000 values and bytes") == true)
    }
    try view.load(
      node("app:column", state: #""x": [1]"#, children: button("tree", setState("x", "\"@{array(x, x)}\""))))
    for _ in 0..<21 { view.layout.press("tree") }
    #expect(stage.log.take().last?.contains("the value is larger than 2000000 values and bytes") == true)
  }

  @Test("An event whose value is nested too deeply runs with null")
  func deepValue() throws {
    let stage = NimbusHarness(states: ["seen": 0])
    let view = try stage.view(node("app:input", "\"onChange\": [\(setState("seen", "\"@{onChange}\""))]"))
    guard case .event(let event)? = view.root?.children.first?.properties?["onChange"] else {
      Issue.record("There is no event.")
      return
    }
    event.run("first")
    #expect(stage.nimbus.state("seen") == "first")
    event.run((0..<300).reduce(JSONValue.integer(1)) { value, _ in .array([value]) })
    #expect(stage.nimbus.state("seen") == .null)
    #expect(stage.log.errors.count == 1 && stage.log.errors[0].contains("nested deeper than 100 levels"))
  }

  @Test("Two views that answer each update with a change are stopped")
  func updatesForEver() throws {
    let stage = NimbusHarness(states: ["a": 0, "b": 0])
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
      ])
    first.onUpdate = nil
    second.onUpdate = nil
  }

  @Test("An action that runs its own event is stopped, also if it runs it twice")
  func eventsForEver() throws {
    for times in 1...2 {
      let calls = Counter()
      let stage = NimbusHarness {
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

  @Test("An operation that sets the state that it depends on is stopped")
  func operationForEver() throws {
    final class Box { var nimbus: NimbusInstance? }
    let box = Box()
    let stage = NimbusHarness(states: ["a": 0]) {
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
    #expect(stage.log.errors == ["States set each other: 16 updates of one property were not enough."])
    #expect(view.root != nil)
    box.nimbus = nil
  }

  @Test("A number beyond the range of integers becomes a double or an error")
  func numbers() throws {
    let stage = NimbusHarness()
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
