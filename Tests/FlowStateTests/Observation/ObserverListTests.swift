import FlowState
import FlowStateTesting
import Testing

@Suite("Several observers of a flow")
struct ObserverListTests {
  private let flow = Flow(Any.self, Any.self, identifier: "Read") { _ in
    FlowStep(Any.self, Any.self, identifier: "Fetch") { _ in nil }
  }

  @Test("are all told")
  func all() throws {
    let recorders = [FlowRecorder(), FlowRecorder()]
    _ = try flow.observed(by: recorders).runAndWait()
    for recorder in recorders {
      #expect(recorder.lines == ["Read#1 run began", "Fetch began", "Fetch completed", "rest", "Read#1 completed"])
    }
  }

  @Test("take the place of those before")
  func replaced() throws {
    let before = FlowRecorder()
    let after = FlowRecorder()
    _ = try flow.observed(by: before).observed(by: [after]).runAndWait()
    _ = try flow.observed(by: before).observed(by: []).runAndWait()
    _ = try flow.observed(by: [before]).observed(by: after).runAndWait()
    #expect(before.lines.isEmpty)
    #expect(after.lines.count == 10)
  }
}
