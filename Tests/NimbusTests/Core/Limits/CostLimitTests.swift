import FlowJSON
import TestSupport
import Testing

@testable import Nimbus

@Suite("The cost limit of expressions", .usesOneThread)
struct CostLimitTests {
  private static let manyCopies: JSONObject = [
    "_:component": "forEach", "properties": ["items": .array((0..<3000).map { .integer($0) })],
  ]

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
}
