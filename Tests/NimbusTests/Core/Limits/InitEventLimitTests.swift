import FlowJSON
import FlowScreens
import TestSupport
import Testing

@testable import Nimbus

@Suite("Events of first drawings")
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

  @Test("A list that grows with each drawing stops at a limit, also if the host draws at once")
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

  @Test("An event of the user resets the count of drawings")
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

  @Test("All drawings that follow an event share the work limit of one event")
  func work() throws {
    let stage = NimbusHarness(states: ["x": .string(String(repeating: "a", count: 900_000)), "y": 0, "l": [0]])
    let row = node(
      "app:text",
      "\"onInit\": [\(setState("y", "\"@{uppercase(x)}\"")), \(setState("l", "\"@{insert(l, 1)}\""))]")
    let view = try stage.view(
      """
      {"_:component": "forEach", "properties": {"items": "@{l}"}, "children": [\(row)]}
      """)
    for _ in 1...70 { _ = view.layout.laidOut(width: 20) }
    // Each of the texts costs 1,800,000.
    #expect(
      stage.log.errors.first?.hasPrefix("The expressions cost more than 50000000 values and bytes; ") == true,
      "\(stage.log.errors)")
    _ = stage.log.take()
    stage.nimbus.setState("l", to: [0])
    _ = view.layout.laidOut(width: 20)
    #expect(stage.log.errors == [])
  }

  @Test("Events of first drawings run a limited number of actions in total")
  func actions() throws {
    let calls = Counter()
    let stage = NimbusHarness {
      $0.libraries.append(NimbusSwiftUILibrary("my").addAction("count") { _ in calls.count += 1 })
    }
    let actions = Array(repeating: action("my:count"), count: 6_000).joined(separator: ", ")
    let view = try stage.view(
      node(
        "app:column", state: "\"l\": \(Array(0..<20))",
        children: """
          {"_:component": "forEach", "properties": {"items": "@{l}"}, "children": [
            \(node("app:text", id: "row", "\"onInit\": [\(actions)]"))]}
          """, button("one", action("my:count"))))
    _ = view.layout.laidOut(width: 20)
    #expect(calls.count == NimbusLimits.initActions)
    #expect(
      stage.log.errors == [
        "Events of first drawings led to more than 100000 actions; those of nimbus > view > nimbus:root > nimbus:1 > nimbus:2 > "
          + "nimbus:2:16 > row:16 > onInit and all later ones are not run."
      ])
    view.layout.press("one")
    #expect(calls.count == NimbusLimits.initActions + 1)
  }
}
