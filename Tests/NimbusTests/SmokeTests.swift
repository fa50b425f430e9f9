import FlowJSON
import Nimbus
import Testing

struct SmokeTests {
  @Test("A document is drawn, and drawn again after a change")
  func drawn() throws {
    let stage = NimbusHarness()
    let view = stage.nimbus.makeView(states: ["n": 1])
    try view.load(["_:component": "app:text", "properties": ["text": "n = @{n}"]])
    #expect(view.lines == ["n = 1"])
    view.setState("n", to: 2)
    #expect(view.lines == ["n = 2"])
  }
}
