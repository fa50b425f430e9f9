import FlowState
import FlowStateTesting
import StepKit
import Testing

@Suite("A list of steps as a flow step, ended early")
struct StepFlowStepEndingTests {
  let bench = StepFlowHarness()

  @Test("An abandoned list completes without a result, and its steps become the content")
  func abandoned() throws {
    bench.start(.timer(seconds: 10), .button())
    bench.onScreen { $0.perform(.start) }
    bench.clock.advance(by: .seconds(4))
    bench.onScreen { $0.abandon() }
    #expect(bench.result == .some(nil))
    #expect(
      StepFlowHarness.text(of: bench.contentAtEnd)
        == #"{"timer":{"completedSeconds":4,"seconds":10}} {"button":{"title":"Next"}}"#)
    #expect(bench.clock.timerCount == 0)
    #expect(bench.recorder.lines.suffix(3) == ["Cook completed", "rest", "F#1 completed"])
    try bench.requireNothingAlive()
  }

  @Test("An abandoned list resumes its progress when its step starts again")
  func startedAgain() throws {
    let bench = bench
    bench.start(.timer(seconds: 10)) { step in
      step.setCompletion { step, result in
        bench.result = .some(result)
        step.nextStep = result == nil ? step : nil
      }
      return step
    }
    bench.onScreen { $0.perform(.start) }
    bench.clock.advance(by: .seconds(4))
    bench.onScreen { $0.abandon() }
    #expect(bench.result == .some(nil))
    #expect(bench.view?.remaining == .seconds(6))
    bench.onScreen { $0.perform(.start) }
    bench.clock.advance(by: .seconds(6))
    #expect(bench.resultText == #"{"timer":{"completedSeconds":10,"seconds":10}}"#)
    try bench.requireNothingAlive()
  }

  @Test("A list that timed out resumes its progress when its step is retried")
  func triedAgain() throws {
    bench.start(.timer(seconds: 10)) { $0.timeout(.seconds(7)).retry(attempts: 2) }
    let first = bench.view
    bench.onScreen { $0.perform(.start) }
    bench.clock.advance(by: .seconds(7))
    #expect(bench.view !== first)
    #expect(bench.view?.remaining == .seconds(3))
    #expect(first?.perform(.start)?.reason == .abandoned)
    bench.onScreen { $0.perform(.start) }
    bench.clock.advance(by: .seconds(3))
    #expect(bench.resultText == #"{"timer":{"completedSeconds":10,"seconds":10}}"#)
    try bench.requireNothingAlive()
  }

  @Test("A cancelled list stops its timer and refuses interactions")
  func cancelled() throws {
    bench.start(.timer(seconds: 10))
    bench.onScreen { $0.perform(.start) }
    bench.clock.advance(by: .seconds(4))
    bench.run?.cancel()
    bench.queue.play()
    #expect(bench.clock.timerCount == 0)
    #expect(StepFlowHarness.text(of: bench.view?.steps) == #"{"timer":{"completedSeconds":4,"seconds":10}}"#)
    #expect(bench.view?.perform(.start)?.reason == .abandoned)
    #expect(bench.resultText == "none")
    #expect(bench.recorder.lines.last == "F#1 cancelled")
    try bench.requireNothingAlive()
  }

  @Test(
    "An observer can fail the step at the last change, and the screen is removed",
    arguments: [StepAction.button(), .timer(seconds: 2)])
  func failedAtTheEnd(action: StepAction) throws {
    struct DiskFull: Error {}
    bench.start(action)
    var isTakenAway = false
    bench.onScreen { view in
      view.onAbandon { isTakenAway = true }
      view.observe { [unowned view] change in
        if change == .completed(step: 0) { view.fail(DiskFull()) }
      }
      view.perform(.press)
      view.perform(.start)
    }
    bench.clock.advance(by: .seconds(2))
    #expect(isTakenAway)
    #expect(bench.resultText == "none")
    #expect(bench.recorder.lines.suffix(2) == ["Cook failed: DiskFull()", "F#1 failed"])
    #expect(bench.view?.steps.map(\.completed) == [true])
    try bench.requireNothingAlive()
  }

  @Test("A finished list completes its step and cannot fail it afterwards")
  func failedTooLate() throws {
    struct TooLate: Error {}
    bench.start(.button())
    bench.onScreen { $0.perform(.press) }
    bench.onScreen { $0.fail(TooLate()) }
    #expect(bench.resultText == #"{"button":{"completed":true,"title":"Next"}}"#)
    #expect(bench.view?.perform(.press)?.reason == .allCompleted)
    #expect(bench.recorder.lines.last == "F#1 completed")
  }

  @Test("A step fails as abandoned when its screen releases the list")
  func letGo() throws {
    bench.start(.timer(seconds: 10))
    bench.onScreen { $0.perform(.start) }
    bench.letGo()
    bench.queue.play()
    #expect(bench.clock.timerCount == 0)
    #expect(bench.recorder.lines.suffix(2) == ["Cook abandoned", "F#1 failed"])
    try bench.requireNothingAlive()
  }

  @Test("A list that has ended releases its observers, also one that retains the list", arguments: [true, false])
  func observers(isCancelled: Bool) throws {
    bench.start(.button())
    if let view = bench.view {
      bench.leaks.note(view, as: "list")
      view.observe { _ in _ = view.isFinished }
    }
    if isCancelled { bench.run?.cancel() } else { bench.onScreen { $0.perform(.press) } }
    bench.queue.play()
    try bench.requireNothingAlive()
  }
}
