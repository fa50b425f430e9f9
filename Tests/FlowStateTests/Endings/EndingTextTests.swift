import FlowState
import TestSupport
import Testing

/// What the errors of endings say.
struct EndingTextTests {
  private let place = FlowPlace(run: FlowRunID(flow: "F", number: 2), lane: 0, visit: 3)

  @Test("a race error has every cause, in words too")
  func race() {
    #expect("\(RaceError(causes: []))" == "A race without steps has no winner.")
    let causes = [
      FlowError(step: "a", place: place, reason: .failed(TestError())),
      FlowError(step: "b", place: place, reason: .timedOut(after: .milliseconds(2_500))),
    ]
    #expect(
      "\(RaceError(causes: causes))" == "No step of the race completed: Step 'a' failed (visit 3 of run F#2): mishap; "
        + "Step 'b' timed out (visit 3 of run F#2): it had not ended after 2.5 seconds.")
  }

  @Test("only a reported failure has a cause")
  func cause() {
    #expect(FlowError(step: "a", place: place, reason: .failed(TestError())).cause as? TestError == TestError())
    #expect(FlowError(step: "a", place: place, reason: .timedOut(after: .seconds(1))).cause == nil)
    #expect(FlowError(step: "a", place: place, reason: .abandoned).cause == nil)
    #expect(FlowError(step: "a", place: place, reason: .superseded).cause == nil)
  }
}
