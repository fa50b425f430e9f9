import FlowState
import FlowStateTesting
import StepKit
import Testing

@Suite("The timer of a step")
struct StepTimerTests {
  let notification = TimerNotification(title: "A", subtitle: "B")

  @Test("SK-15: A timer counts while it runs, finishes once, and shows that it is completed")
  func counting() {
    let bench = StepListHarness(.timer(seconds: 3), .button())
    bench.view.perform(.start)
    bench.pass(.seconds(1))
    #expect(bench.view.remaining == .seconds(2))
    bench.view.perform(.pause)
    #expect(bench.view.steps[0].action.json == StepAction.timer(seconds: 3, completedSeconds: 1).json)
    bench.pass(.seconds(5))
    #expect(bench.view.remaining == .seconds(2))
    #expect(bench.view.stepView(at: 0).timer?.text == "2s")
    bench.view.perform(.resume)
    bench.pass(.seconds(2))
    bench.pass(.seconds(10))
    #expect(bench.changes.filter { $0 == .completed(step: 0) }.count == 1)
    #expect(bench.view.stepView(at: 0).timer?.text == "Completed")
    #expect(bench.view.stepView(at: 0).timer?.remaining == .zero)
    #expect(bench.view.steps[0].action.json == StepAction.timer(seconds: 3, completedSeconds: 3).json)
  }

  @Test("SK-16: A timer continues in the background")
  func background() {
    let bench = StepListHarness(.timer(seconds: 60))
    bench.view.perform(.start)
    bench.pass(.seconds(10))
    #expect(bench.view.remaining == .seconds(50))
    bench.view.enterBackground()
    bench.pass(.seconds(15))
    bench.view.becomeActive()
    #expect(bench.view.remaining == .seconds(35))
    let count = bench.changes.count
    bench.view.becomeActive()
    #expect(bench.view.remaining == .seconds(35))
    #expect(bench.changes.count == count)
  }

  @Test("SK-17: A timer that runs down in the background finishes once, when the list becomes active")
  func backgroundEnd() {
    let bench = StepListHarness(.timer(seconds: 60))
    bench.view.perform(.start)
    bench.pass(.seconds(10))
    bench.view.enterBackground()
    #expect(bench.view.nextDeadline == nil)
    bench.pass(.seconds(100))
    #expect(!bench.view.isFinished)
    bench.view.becomeActive()
    #expect(bench.view.isFinished)
    bench.view.becomeActive()
    #expect(
      bench.changes == [.progressed(step: 0), .progressed(step: 0), .completed(step: 0), .finished])
  }

  @Test("The background does not affect a timer that is not running")
  func idleInBackground() {
    let bench = StepListHarness(.timer(seconds: 60))
    bench.view.enterBackground()
    bench.pass(.seconds(100))
    bench.view.becomeActive()
    #expect(bench.view.remaining == .seconds(60))
    #expect(bench.changes.isEmpty)
  }

  @Test("SK-18: A timer schedules its notification at each start under one id, and cancels it at each pause")
  func notifications() {
    let bench = StepListHarness(.timer(seconds: 60, notification: notification))
    bench.view.perform(.start)
    bench.pass(.seconds(10))
    bench.view.perform(.pause)
    bench.pass(.seconds(10))
    bench.view.perform(.resume)
    bench.pass(.seconds(50))
    #expect(bench.view.isFinished)
    #expect(bench.sink.lines == ["A/B due 60.0 seconds", "cancel", "A/B due 70.0 seconds"])
    #expect(bench.sink.ids.count == 1)
  }

  @Test("The timers of two equal steps have different notification ids")
  func notificationIDs() {
    let bench = StepListHarness(.button())
    let step = Step(title: "A", description: "", action: .timer(seconds: 5, notification: notification))
    bench.view.replace([step, step])
    for _ in 0..<2 {
      bench.view.perform(.start)
      bench.pass(.seconds(5))
    }
    #expect(bench.sink.ids.count == 2)
  }

  @Test("A timer without a notification schedules and cancels none")
  func quiet() {
    let bench = StepListHarness(.timer(seconds: 60), .customTimer())
    bench.view.perform(.start)
    bench.view.perform(.pause)
    bench.view.abandon()
    #expect(bench.sink.lines.isEmpty)
  }

  @Test("SK-21: A custom timer starts once a duration is picked, and then behaves like a timer")
  func custom() {
    let bench = StepListHarness(.customTimer(notification: notification), .button())
    let view = bench.view
    #expect(view.steps[0].id == view.steps[0].id)
    #expect(view.perform(.start)?.reason == .noDuration)
    #expect(view.stepView(at: 0).timer?.canPick == true)
    view.perform(.pick(seconds: 5000))
    #expect(view.remaining == .seconds(3600))
    view.perform(.pick(seconds: 100))
    #expect(view.remaining == .seconds(96))
    #expect(view.perform(.start) == nil)
    #expect(view.stepView(at: 0).timer?.canPick == false)
    bench.pass(.seconds(40))
    view.enterBackground()
    bench.pass(.seconds(50))
    view.becomeActive()
    #expect(view.perform(.pick(seconds: 6))?.reason == .durationFixed)
    #expect(view.remaining == .seconds(6))
    bench.pass(.seconds(6))
    #expect(view.steps[0].completed)
    #expect(view.currentIndex == 1)
    #expect(view.stepView(at: 0).timer?.text == "Completed")
    #expect(bench.sink.lines == ["A/B due 96.0 seconds"])
  }

  @Test("A timer that has run down finishes before an interaction, which does not reach the next step")
  func lateInteraction() {
    let bench = StepListHarness(.timer(seconds: 3), .timer(seconds: 3))
    bench.view.perform(.start)
    bench.clock.advance(by: .seconds(4))
    #expect(bench.view.perform(.start)?.description == "Step 1 is completed already. Possible now: start.")
    #expect(bench.view.currentIndex == 1)
    #expect(bench.view.nextDeadline == nil)
  }

  @Test("A timer shorter than a nanosecond finishes when it starts")
  func tiny() {
    let bench = StepListHarness(.timer(seconds: 1e-12))
    #expect(bench.view.currentIndex == 0)
    bench.view.settle()
    #expect(!bench.view.isFinished)
    #expect(bench.view.perform(.start) == nil)
    #expect(bench.view.isFinished)
    #expect(bench.changes == [.completed(step: 0), .finished])
  }

  @Test("A custom timer whose stored duration rounds to zero can be given a new duration")
  func oddCustom() {
    let bench = StepListHarness(.customTimer(seconds: 3, completedSeconds: 1))
    #expect(bench.view.offers == [.pick])
    #expect(bench.view.perform(.pick(seconds: 12)) == nil)
    #expect(bench.view.offers == [.pick, .start])
    #expect(bench.view.remaining == .seconds(12))
  }
}
