import FlowState
import FlowStateTesting
import Testing

struct SmokeTests {
  @Test("A test answers a flow's steps and advances its clock")
  func scripted() throws {
    let flow = Flow(Any.self, String.self, identifier: "F") { scope in
      let ask = FlowStep(Any.self, String.self, identifier: "ask") { _ in nil }.timeout(.seconds(60))
      ask.setCompletion { _, name in scope.result = name }
      return ask
    }
    let test = FlowTest(["ask": [.after(.seconds(5), .result("Bo"))]])
    test.start(flow)
    try test.run()
    #expect(test.outcomes == ["completed: Bo"])
    #expect(test.clock.now == .seconds(5))
    try test.requireNothingLeft()
  }
}
