import FlowState
import FlowStateTesting
import StepKit
import Testing

@Suite("A list of steps")
struct StepFlowViewTests {
  @Test("SK-12: A list skips steps that are completed from the start")
  func skipping() {
    let bench = StepListHarness(.button(completed: true), .button(), .button(completed: true), .button())
    #expect(bench.statuses == [.completed, .current, .completed, .locked])
    #expect(bench.view.currentIndex == 1)
    bench.view.perform(.press)
    #expect(bench.view.currentIndex == 3)
    #expect(!bench.view.isFinished)
    bench.view.perform(.press)
    #expect(bench.view.isFinished)
    #expect(bench.changes == [.completed(step: 1), .completed(step: 3), .finished])
    #expect(bench.view.perform(.press)?.reason == .allCompleted)
    #expect(bench.takeChanges().count == 3)
  }

  @Test("SK-20: A list distinguishes equal steps by their positions")
  func equalSteps() {
    let bench = StepListHarness(.button(), .button())
    bench.view.replace([bench.view.steps[0], bench.view.steps[0]])
    #expect(bench.statuses == [.current, .locked])
    bench.view.perform(.press)
    #expect(bench.statuses == [.completed, .current])
    #expect(!bench.view.steps[1].completed)
  }

  @Test("A step is expanded until it is completed, and then collapsed unless it is toggled")
  func expanding() {
    let bench = StepListHarness(.button(completed: true), .button(), .button())
    let view = bench.view
    #expect([0, 1, 2].map { view.isExpanded($0) } == [false, true, true])
    #expect(view.toggle(0) == nil)
    #expect(view.isExpanded(0))
    #expect(view.stepView(at: 0).control == nil)
    #expect(view.toggle(0) == nil)
    #expect(!view.isExpanded(0))
    #expect(
      view.toggle(1)?.description
        == "Step 2 is not completed: only completed steps can be expanded or collapsed. Possible now: press.")
    view.perform(.press)
    #expect(!view.isExpanded(1))
    #expect(view.toggle(9)?.description == "There is no step 10: the list has 3. Possible now: press.")
    #expect(bench.changes == [.toggled(step: 0), .toggled(step: 0), .completed(step: 1)])
    #expect(view.status(of: 0) == .completed)
  }

  @Test("Replacing the steps shows the new ones and stops the running timer")
  func replacing() {
    let notification = TimerNotification(title: "A", subtitle: "B")
    let bench = StepListHarness(.timer(seconds: 10, notification: notification), .button())
    bench.view.perform(.start)
    bench.view.replace([Step(title: "Other", description: "", action: .timer(seconds: 10))])
    #expect(bench.view.nextDeadline == nil)
    #expect(bench.sink.lines == ["A/B due 10.0 seconds", "cancel"])
    #expect(bench.statuses == [.current])
    bench.pass(.seconds(20))
    #expect(bench.view.remaining == .seconds(10))
    bench.view.replace([])
    #expect(bench.changes == [.progressed(step: 0), .replaced, .replaced, .finished])
  }

  @Test("An abandoned list refuses interactions and keeps its progress")
  func abandoning() {
    let notification = TimerNotification(title: "A", subtitle: "B")
    let bench = StepListHarness(.timer(seconds: 10, notification: notification))
    bench.view.perform(.start)
    bench.pass(.seconds(4))
    bench.view.abandon()
    #expect(
      bench.view.steps[0].action.json
        == StepAction.timer(seconds: 10, completedSeconds: 4, notification: notification).json)
    #expect(bench.view.nextDeadline == nil)
    #expect(bench.sink.lines == ["A/B due 10.0 seconds", "cancel"])
    #expect(bench.view.perform(.resume)?.description == "The list was abandoned.")
    bench.view.abandon()
    bench.view.replace([])
    #expect(bench.statuses == [.current])
    #expect(bench.changes == [.progressed(step: 0), .progressed(step: 0)])
  }

  @Test("A list whose last timer has run down is finished when it is abandoned")
  func abandonedLate() {
    let bench = StepListHarness(.timer(seconds: 10))
    bench.view.perform(.start)
    bench.clock.advance(by: .seconds(10))
    bench.view.abandon()
    #expect(bench.view.isFinished)
    #expect(bench.changes == [.progressed(step: 0), .completed(step: 0), .finished])
  }

  @Test("SK-22: A list resumes from its written progress")
  func resuming() throws {
    let bench = StepListHarness(.checkBoxGroup(items: [CheckBoxItem(title: "a"), CheckBoxItem(title: "a")]), .button())
    bench.view.perform(.tick(item: 1))
    let read = try decode([Step].self, encode(bench.view.steps))
    let view = StepFlowView(steps: read)
    #expect(view.status(of: 0) == .current)
    #expect(view.offers == [.tick(item: 0)])
    #expect(view.perform(.tick(item: 0)) == nil)
    #expect(view.currentIndex == 1)
  }

  @Test("A list resumes in the middle of a timer, a custom timer and a stepper")
  func resumingTimers() throws {
    let bench = StepListHarness(.timer(seconds: 10), .customTimer(), .stepper(total: 3))
    bench.view.perform(.start)
    bench.pass(.seconds(4))
    var view = StepFlowView(steps: try decode([Step].self, encode(bench.view.snapshot())), clock: bench.clock)
    // A snapshot does not change the list.
    #expect(bench.view.steps[0].action.json == StepAction.timer(seconds: 10).json)
    #expect(view.remaining == .seconds(6))
    view.perform(.resume)
    bench.clock.advance(by: .seconds(6))
    view.settle()
    view.perform(.pick(seconds: 100))
    view = StepFlowView(steps: try decode([Step].self, encode(view.steps)), clock: bench.clock)
    #expect(view.offers == [.pick, .start])
    view.perform(.start)
    view = StepFlowView(steps: try decode([Step].self, encode(view.steps)), clock: bench.clock)
    #expect(view.offers == [.start])
    #expect(view.perform(.pick(seconds: 6))?.reason == .durationFixed)
    view.perform(.start)
    bench.clock.advance(by: .seconds(90))
    view = StepFlowView(steps: try decode([Step].self, encode(view.snapshot())), clock: bench.clock)
    #expect(view.remaining == .seconds(6))
    view.perform(.start)
    bench.clock.advance(by: .seconds(6))
    view.settle()
    #expect(view.currentIndex == 2)
    view.perform(.advance)
    view = StepFlowView(steps: try decode([Step].self, encode(view.steps)), clock: bench.clock)
    #expect(view.stepView(at: 2).control == .stepper(title: "Repetitions", text: "2 of 3", label: "Next"))
    view.perform(.advance)
    view.perform(.advance)
    #expect(view.isFinished)
    #expect(StepFlowView(steps: try decode([Step].self, encode(view.steps))).isFinished)
  }

  @Test("A list of 10,000 steps is completed step by step")
  func many() throws {
    let steps = (0..<10_000).map {
      Step(title: "\($0)", description: "", action: $0 % 2 == 0 ? .button() : .checkBox())
    }
    let view = StepFlowView(steps: steps)
    var completed = 0
    while !view.isFinished {
      view.perform(view.offers == [.press] ? .press : .tick())
      completed += 1
    }
    #expect(completed == 10_000)
  }
}
