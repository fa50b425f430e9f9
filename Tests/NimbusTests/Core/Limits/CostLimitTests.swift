import FlowJSON
import TestSupport
import Testing

@testable import Nimbus

@Suite("What expressions may cost")
struct CostLimitTests {
  private static let manyCopies: JSONObject = [
    "_:component": "forEach", "properties": ["items": .array((0..<3000).map { .integer($0) })],
  ]

  @Test(
    "copies that each make a large text or search by a pattern without end are null from the limit of work on, with one error"
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
      // What comes next starts anew.
      try view.load(text("@{uppercase('a')}"))
      #expect(view.lines == ["A"])
    }
  }

  @Test("what one event computes is limited as well, and the next event starts anew")
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

  @Test("a text that grows too long by an update is told")
  func longTextAfterUpdate() throws {
    let stage = NimbusHarness(states: ["x": "a"])
    let view = try stage.view(text("@{x}@{x}@{x}@{x}"))
    stage.nimbus.setState("x", to: .string(String(repeating: "a", count: 900_000)))
    #expect(view.root?.children.first?.properties?["text"]?.plain == .some(.null))
    #expect(stage.log.errors.count == 1)
    #expect(stage.log.errors.first?.hasSuffix("A text is longer than 2000000 bytes and was dropped.") == true)
  }
}
