import StepKit
import Testing

@Suite("StepView")
struct StepViewTests {
  @Test(
    "The view of a step shows its control until the step is completed",
    arguments: [
      (.button(title: "Go"), .button(title: "Go"), "Go"),
      (.checkBox(), .checkBox(CheckBoxItem(title: "Mark as completed")), "Mark as completed"),
      (.checkBoxGroup(items: [CheckBoxItem(title: "a")]), .checkBoxGroup([CheckBoxItem(title: "a")]), nil),
      (.stepper(total: 2, title: "Stir"), .stepper(title: "Stir", text: "1 of 2", label: "Next"), "Next"),
    ] as [(StepAction, StepControl, String?)])
  func alone(action: StepAction, control: StepControl, label: String?) {
    var step = Step(title: "A", description: "B", action: action)
    let shown = StepView(model: step)
    #expect(shown.model == step)
    #expect(shown.status == .current)
    #expect(shown.isExpanded)
    #expect(shown.control == control)
    #expect(shown.control?.label == label)
    #expect(shown.timer == nil)
    step.completed = true
    let done = StepView(model: step)
    #expect(done.status == .completed)
    #expect(!done.isExpanded)
    #expect(done.control == nil)
  }

  @Test("The view of a timer has its progress and the time for which its text stays the same")
  func timer() {
    let bench = StepListHarness(.timer(seconds: 4), .timer(seconds: 60, completedSeconds: 15))
    #expect(bench.view.stepView(at: 1).status == .locked)
    #expect(bench.view.stepView(at: 1).timer?.fraction == 0.25)
    #expect(bench.view.stepView(at: 1).control?.label == "45s")
    bench.view.perform(.start)
    bench.pass(.milliseconds(500))
    let face = bench.view.stepView(at: 0).timer
    #expect(face?.isRunning == true)
    #expect(face?.text == "4s")
    #expect(face?.fraction == 0.125)
    #expect(face?.untilNextText == .milliseconds(500))
    bench.view.perform(.pause)
    #expect(bench.view.stepView(at: 0).timer?.untilNextText == nil)
    #expect(StepView(model: Step(title: "", description: "", action: .customTimer())).timer?.fraction == 0)
    #expect(StepView(model: Step(title: "", description: "", action: .timer(seconds: 0))).timer?.fraction == 1)
    #expect(StepView(model: Step(title: "", description: "", action: .timer(seconds: 0))).timer?.text == "Completed")
  }
}
