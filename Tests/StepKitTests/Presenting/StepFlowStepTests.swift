import Dispatch
import FlowJSON
import FlowState
import FlowStateTesting
import FlowScreens
import StepKit
import TestSupport
import Testing

@Suite("A list of steps as a flow step")
struct StepFlowStepTests {
  let bench = StepFlowHarness()

  @Test("A flow step completes with its progress when the last step of its list does")
  func completing() throws {
    bench.start(.button(), .checkBox())
    bench.onScreen { $0.perform(.press) }
    #expect(bench.resultText == "none")
    bench.onScreen { $0.perform(.tick()) }
    #expect(
      bench.resultText
        == #"{"button":{"completed":true,"title":"Next"}} {"checkBox":{"item":{"completed":true,"title":"Mark as completed"}}}"#
    )
    #expect(bench.changes == [.completed(step: 0), .completed(step: 1), .finished])
    #expect(
      bench.recorder.lines == [
        "F#1 run began", "Cook content", "Cook began", "Cook completed", "rest", "F#1 completed",
      ])
    // The list is still on the screen, and only the step is alive.
    #expect(bench.leaks.survivors == ["step 'Cook'"])
    try bench.requireNothingAlive()
  }

  @Test("Commands complete a list without a terminal")
  func commands() throws {
    bench.start(.button(), .timer(seconds: 3))
    bench.onPresenter { $0.perform("press") }
    bench.onPresenter { $0.perform("start") }
    #expect(bench.presenter.endings == [])
    bench.clock.advance(by: .seconds(3))
    bench.queue.play()
    #expect(
      bench.resultText
        == #"{"button":{"completed":true,"title":"Next"}} {"timer":{"completedSeconds":3,"seconds":3}}"#)
    #expect(bench.presenter.endings == ["finished"])
    try bench.requireNothingAlive()
  }

  @Test(
    "A step keeps its progress when its screen is left, and fails when the screen cannot be shown",
    arguments: [true, false])
  func leaving(isLeft: Bool) throws {
    struct Broken: Error {}
    bench.start(.button(), .button())
    bench.onPresenter { $0.perform("press") }
    bench.onPresenter { if isLeft { $0.leave() } else { $0.fail(Broken()) } }
    #expect(bench.resultText == (isLeft ? "nil" : "none"))
    #expect(bench.recorder.lines.contains("Cook failed: Broken()") == !isLeft)
    if isLeft { #expect(bench.contentAtEnd?.map(\.completed) == [true, false]) }
    #expect(bench.presenter.endings == [isLeft ? "left" : "failed"])
    try bench.requireNothingAlive()
  }

  @Test("The clock of the run finishes the timers of a list")
  func timers() throws {
    bench.start(.timer(seconds: 3), .timer(seconds: 2))
    bench.onScreen { $0.perform(.start) }
    bench.clock.advance(by: .seconds(1))
    bench.onScreen { $0.perform(.pause) }
    #expect(bench.clock.timerCount == 0)
    bench.clock.advance(by: .seconds(5))
    bench.onScreen { $0.perform(.resume) }
    #expect(bench.clock.nextTimer == .seconds(8))
    bench.clock.advance(by: .seconds(2))
    #expect(bench.view?.currentIndex == 1)
    bench.onScreen { $0.perform(.start) }
    bench.clock.advance(by: .seconds(10))
    #expect(
      bench.resultText == #"{"timer":{"completedSeconds":3,"seconds":3}} {"timer":{"completedSeconds":2,"seconds":2}}"#)
    #expect(bench.clock.timerCount == 0)
    try bench.requireNothingAlive()
  }

  @Test("A list in the background schedules no call of the clock")
  func background() {
    bench.start(.timer(seconds: 3))
    bench.onScreen { $0.perform(.start) }
    bench.onScreen { $0.enterBackground() }
    #expect(bench.clock.timerCount == 0)
    bench.clock.advance(by: .seconds(1))
    bench.onScreen { $0.becomeActive() }
    #expect(bench.clock.nextTimer == .seconds(3))
    bench.onScreen { $0.enterBackground() }
    bench.clock.advance(by: .seconds(9))
    #expect(bench.resultText == "none")
    bench.onScreen { $0.becomeActive() }
    #expect(bench.resultText == #"{"timer":{"completedSeconds":3,"seconds":3}}"#)
  }

  @Test("A step with a finished list is not presented and completes at once")
  func finished() throws {
    bench.start(.button(completed: true), .timer(seconds: 0))
    #expect(bench.view == nil)
    #expect(bench.resultText == #"{"button":{"completed":true,"title":"Next"}} {"timer":{"seconds":0}}"#)
    let empty = StepFlowHarness()
    empty.start()
    #expect(empty.view == nil)
    #expect(empty.result == .some([]))
    try bench.requireNothingAlive()
  }

  @Test("New content replaces the steps on the screen")
  func content() throws {
    bench.start(.timer(seconds: 3), .button())
    bench.onScreen { $0.perform(.start) }
    #expect(bench.changes == [.progressed(step: 0)])
    bench.queue.perform { bench.step?.content = [Step(title: "Other", description: "")] }
    bench.queue.play()
    #expect(bench.changes == [.progressed(step: 0), .replaced])
    #expect(bench.view?.steps.map(\.title) == ["Other"])
    #expect(bench.clock.timerCount == 0)
    bench.queue.perform { bench.step?.content = [] }
    bench.queue.play()
    #expect(bench.result == .some([]))
    try bench.requireNothingAlive()
  }

  @Test("An interaction before the screen is presented is kept")
  func early() throws {
    let bench = bench
    let flow = Flow(Any.self, Void.self, identifier: "F") { _ in
      let step = FlowStep(
        identifier: "Cook",
        presenting: { step in
          let screen = StepFlowScreen(for: step)
          screen.view.perform(.press)
          bench.view = screen.view
          return screen
        }, on: bench.presenter)
      step.content = [Step(title: "A", description: ""), Step(title: "B", description: "")]
      return step
    }
    flow.on(bench.queue).start()
    bench.queue.play()
    #expect(bench.view?.currentIndex == 1)
  }

  @Test("A timer does not finish early when the clock calls early")
  func earlyClock() {
    let bench = bench
    let clock = EarlyClock(clock: bench.clock)
    let flow = Flow(Any.self, Void.self, identifier: "F") { _ in
      let step = FlowStep(
        identifier: "Cook",
        presenting: { step in
          let screen = StepFlowScreen(for: step)
          bench.view = screen.view
          return screen
        }, on: bench.presenter)
      step.content = [Step(title: "A", description: "", action: .timer(seconds: 8))]
      step.setCompletion { _, result in bench.result = .some(result) }
      return step
    }
    flow.on(bench.queue).timed(by: clock).start()
    bench.queue.play()
    bench.onScreen { $0.perform(.start) }
    bench.clock.advance(by: .seconds(7))
    #expect(bench.resultText == "none")
    bench.clock.advance(by: .seconds(1))
    #expect(bench.resultText == #"{"timer":{"completedSeconds":8,"seconds":8}}"#)
  }

  @Test("A list receives the calls of its timers on the run's queue, whatever thread the clock uses")
  func threads() throws {
    let queue = DispatchQueue(label: "test")
    let flow = Flow(Any.self, [Step].self, identifier: "F", on: queue) { scope in
      let step = FlowStep(
        identifier: "Cook",
        presenting: { step in
          let screen = StepFlowScreen(for: step)
          screen.view.observe { [unowned view = screen.view] _ in
            dispatchPrecondition(condition: .onQueue(queue))
            view.perform(.start)
          }
          screen.view.perform(.start)
          return screen
        }, on: HandPresenter())
      step.content = (0..<5).map { Step(title: "\($0)", description: "", action: .timer(seconds: 0.001)) }
      step.setCompletion { _, steps in scope.result = steps }
      return step
    }
    #expect(try flow.runAndWait()?.allSatisfy(\.completed) == true)
  }
}

/// A clock that makes each call after half of its delay, if the delay is longer than a second.
private struct EarlyClock: FlowClock {
  let clock: ManualClock

  var now: Duration { clock.now }

  func schedule(after delay: Duration, _ call: @escaping @Sendable () -> Void) -> FlowAlarm {
    clock.schedule(after: delay > .seconds(1) ? delay / 2 : delay, call)
  }
}
