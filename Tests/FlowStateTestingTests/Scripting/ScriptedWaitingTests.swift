import FlowState
import FlowStateTesting
import Testing

/// Answers that take their time, or never come.
struct ScriptedWaitingTests {
  let stage = Stage()
  let leaks = LeakCheck()

  /// A flow with a step that yields the flow's result.
  func flow(_ answers: FlowScript.Answer...) -> Flow<Any, String> {
    stage.flow { scope in
      let a = FlowStep(Any.self, String.self, identifier: "a") { _ in nil }
      a.setCompletion { _, result in scope.result = result }
      return a
    }
    .scripted(by: FlowScript(["a": answers])).watched(by: leaks)
  }

  @Test("after a delay on the run's clock")
  func delayed() throws {
    stage.start(flow(.after(.seconds(2), .result("A"))))
    stage.clock.advance(by: .milliseconds(1_999))
    #expect(stage.recorder.take() == ["F#1 run began", "a began"])
    stage.clock.advance(by: .milliseconds(1))
    #expect(stage.recorder.take() == ["a completed", "rest", "F#1 completed", "= A"])
    try leaks.requireNothingAlive()
  }

  @Test("delays add up, and zero is none")
  func nested() {
    stage.start(flow(.after(.zero, .after(.seconds(1), .after(.seconds(2), .failure(Mishap()))))))
    #expect(stage.clock.advanceToNextTimer() == .seconds(1))
    #expect(stage.clock.advanceToNextTimer() == .seconds(2))
    #expect(stage.recorder.lines == ["F#1 run began", "a began", "a failed: mishap", "F#1 failed"])
    stage.start(flow(.after(.zero, .noResult)))
    #expect(stage.recorder.lines.last == "= nil")
  }

  @Test("cancelling calls the delay off, also the second of two", arguments: [0, 1])
  func cancelled(delaysPassed: Int) throws {
    let run = stage.start(flow(.after(.seconds(1), .after(.seconds(1), .result("A")))))
    for _ in 0..<delaysPassed { stage.clock.advanceToNextTimer() }
    #expect(stage.clock.timerCount == 1)
    run.cancel()
    stage.queue.play()
    #expect(stage.clock.timerCount == 0)
    #expect(stage.recorder.lines == ["F#1 run began", "a began", "a cancelled", "F#1 cancelled"])
    try leaks.requireNothingAlive()
  }

  @Test("never: it waits until it is cancelled, and nothing is left")
  func never() throws {
    let run = stage.start(flow(.never))
    stage.clock.advance(by: .seconds(1_000_000))
    #expect(stage.recorder.lines == ["F#1 run began", "a began"])
    #expect(leaks.survivors == ["handler of step 'a'", "run F#1", "step 'a'"])
    run.cancel()
    stage.queue.play()
    #expect(stage.recorder.lines == ["F#1 run began", "a began", "a cancelled", "F#1 cancelled"])
    try leaks.requireNothingAlive()
  }

  @Test("a timeout and retries, by the clock alone")
  func operators() throws {
    let script = FlowScript(["a": [.never, .failure(Mishap()), .after(.milliseconds(500), .result("A"))]])
    let flow = stage.flow { scope in
      let a = FlowStep(Any.self, String.self, identifier: "a") { _ in nil }
      let patient = a.timeout(.seconds(2)).retry(attempts: 3, backoff: .constant(.seconds(1)))
      patient.setCompletion { _, result in scope.result = result }
      return patient
    }
    .scripted(by: script).watched(by: leaks)
    stage.start(flow)
    stage.clock.advance(by: .milliseconds(4_499))
    stage.recorder.take()
    stage.clock.advance(by: .milliseconds(1))
    #expect(stage.recorder.lines.last == "= A")
    #expect(script.startCount(of: "a") == 3)
    try leaks.requireNothingAlive()
  }
}
