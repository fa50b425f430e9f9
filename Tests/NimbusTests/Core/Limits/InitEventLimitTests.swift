import FlowJSON
import FlowScreens
import TestSupport
import Testing

@testable import Nimbus

@Suite("Events of first drawings that draw more")
struct InitEventLimitTests {
  private func growing(_ stage: NimbusHarness) throws -> ServerDrivenView {
    try stage.view(
      node(
        "app:column", id: "page", state: "\"l\": [0], \"n\": 0",
        children: button("more", setState("l", "\"@{insert(l, 1)}\"")),
        """
        {"_:component": "forEach", "properties": {"items": "@{l}"}, "children": [
          \(node("app:text", id: "row", "\"text\": \"x\", \"onInit\": [\(setState("l", "\"@{insert(l, 1)}\""))]"))]}
        """))
  }

  private static let sentence =
    "The event nimbus > view > nimbus:root > page > nimbus:2 > nimbus:2:64 > row:64 > onInit was not run: "
    + "such events have changed the screen 64 times in a row."

  @Test("A list that grows with each drawing is drawn at most so often, also by a host that draws at once")
  func ending() throws {
    for drawsAtOnce in [false, true] {
      let stage = NimbusHarness()
      let view = try growing(stage)
      var updates = 0
      view.onUpdate = { [unowned view] in
        updates += 1
        if drawsAtOnce, updates < 200 { _ = view.layout.laidOut(width: 20) }
      }
      var draws = 0
      repeat {
        updates = drawsAtOnce ? updates : 0
        _ = view.layout.laidOut(width: 20)
        draws += 1
      } while !drawsAtOnce && updates > 0 && draws < 200
      #expect(drawsAtOnce ? updates == 64 : draws == 65)
      #expect(view.state("l") == nil && view.layout.laidOut(width: 20).lines.count == 66)
      #expect(stage.log.errors == [Self.sentence])
    }
  }

  @Test("An event of the user starts the count anew")
  func again() throws {
    let stage = NimbusHarness()
    let view = try growing(stage)
    for _ in 1...100 { _ = view.layout.laidOut(width: 20) }
    #expect(stage.log.errors.count == 1)
    _ = stage.log.take()
    view.layout.press("more")
    for _ in 1...10 { _ = view.layout.laidOut(width: 20) }
    #expect(view.layout.laidOut(width: 20).lines.count > 70)
    #expect(stage.log.errors == [])
  }
}
