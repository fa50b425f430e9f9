import FlowState
import FlowStateTesting
import TestSupport
import Testing

/// Answers that come after a delay, or never.
struct ScriptedWaitingTests {
  let harness = FlowHarness(clockPlaysQueue: true)
  let leaks = LeakCheck()

  /// A flow with a step that yields the flow's result.
  func flow(_ answers: FlowScript.Answer...) -> Flow<Any, String> {
    harness.recordedFlow { scope in
      let a = FlowStep(Any.self, String.self, identifier: "a") { _ in nil }
      a.setCompletion { _, result in scope.result = result }
      return a
    }
    .scripted(by: FlowScript(["a": answers])).watched(by: leaks)
  }

  @Test("A scripted answer comes after its delay on the run's clock")
  func delayed() throws {
    harness.start(flow(.after(.seconds(2), .result("A"))))
    harness.clock.advance(by: .milliseconds(1_999))
    #expect(harness.recorder.take() == ["F#1 run began", "a began"])
    harness.clock.advance(by: .milliseconds(1))
    #expect(harness.recorder.take() == ["a completed", "rest", "F#1 completed", "= A"])
    try leaks.requireNothingAlive()
  }

  @Test("Nested delays of an answer add up, and a zero delay doesn't wait")
  func nested() {
    harness.start(flow(.after(.zero, .after(.seconds(1), .after(.seconds(2), .failure(TestError()))))))
    #expect(harness.clock.advanceToNextTimer() == .seconds(1))
    #expect(harness.clock.advanceToNextTimer() == .seconds(2))
    #expect(harness.recorder.lines == ["F#1 run began", "a began", "a failed: mishap", "F#1 failed"])
    harness.start(flow(.after(.zero, .noResult)))
    #expect(harness.recorder.lines.last == "= nil")
  }

  @Test("Cancelling a run cancels the delay of an answer, also the second of two", arguments: [0, 1])
  func cancelled(delaysPassed: Int) throws {
    let run = harness.start(flow(.after(.seconds(1), .after(.seconds(1), .result("A")))))
    for _ in 0..<delaysPassed { harness.clock.advanceToNextTimer() }
    #expect(harness.clock.timerCount == 1)
    run.cancel()
    harness.queue.play()
    #expect(harness.clock.timerCount == 0)
    #expect(harness.recorder.lines == ["F#1 run began", "a began", "a cancelled", "F#1 cancelled"])
    try leaks.requireNothingAlive()
  }

  @Test("A step that is never answered waits until it is cancelled, and leaves nothing alive")
  func never() throws {
    let run = harness.start(flow(.never))
    harness.clock.advance(by: .seconds(1_000_000))
    #expect(harness.recorder.lines == ["F#1 run began", "a began"])
    #expect(leaks.survivors == ["handler of step 'a'", "run F#1", "step 'a'"])
    run.cancel()
    harness.queue.play()
    #expect(harness.recorder.lines == ["F#1 run began", "a began", "a cancelled", "F#1 cancelled"])
    try leaks.requireNothingAlive()
  }

  @Test("The clock alone drives the timeout and the retries of a scripted step")
  func operators() throws {
    let script = FlowScript(["a": [.never, .failure(TestError()), .after(.milliseconds(500), .result("A"))]])
    let flow = harness.recordedFlow { scope in
      let a = FlowStep(Any.self, String.self, identifier: "a") { _ in nil }
      let patient = a.timeout(.seconds(2)).retry(attempts: 3, backoff: .constant(.seconds(1)))
      patient.setCompletion { _, result in scope.result = result }
      return patient
    }
    .scripted(by: script).watched(by: leaks)
    harness.start(flow)
    harness.clock.advance(by: .milliseconds(4_499))
    harness.recorder.take()
    harness.clock.advance(by: .milliseconds(1))
    #expect(harness.recorder.lines.last == "= A")
    #expect(script.startCount(of: "a") == 3)
    try leaks.requireNothingAlive()
  }
}
