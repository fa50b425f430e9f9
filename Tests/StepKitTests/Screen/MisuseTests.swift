import FlowState
import StepKit
import TestSupport
import Testing

@Suite("Misuse of a list of steps")
struct MisuseTests {
  @Test("Requesting the status of a missing step traps with a message")
  func status() async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      _ = StepListHarness(.button(title: "Go")).view.status(of: 1)
    }
    expectSaid(result, "There is no step at 1: the list has 1.")
  }

  @Test("Making the screen of a flow step that is not starting traps with a message")
  func screen() async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      _ = StepFlowScreen(for: FlowStep([Step].self, [Step].self, identifier: "a") { _ in nil })
    }
    expectSaid(result, "Make the screen of a flow step where the step starts. Elsewhere, use StepFlowScreen(_:title:).")
  }
}
