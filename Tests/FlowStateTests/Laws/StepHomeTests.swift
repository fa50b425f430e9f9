import Dispatch
import FlowState
import FlowStateTesting
import TestSupport
import Testing

/// Law 7: a step that a run has made belongs to the queue of that run. To the compiler it is fresh, so it is checked.
struct StepHomeTests {
  typealias Step = FlowStep<String, Int>

  enum Use: String, CaseIterable, Codable, Sendable {
    case content, setContent, nextStep, setNextStep, setCompletion, setOutcome, setFailure, setUndo, onCancel
    case onContentUpdate, start, startElsewhere

    @MainActor func apply(to step: Step) {
      switch self {
      case .content: _ = step.content
      case .setContent: step.content = "text"
      case .nextStep: _ = step.nextStep
      case .setNextStep: step.nextStep = nil
      case .setCompletion: step.setCompletion { _, _ in }
      case .setOutcome: step.setOutcome { _, _ in }
      case .setFailure: step.setFailure { _ in .fail }
      case .setUndo: step.setUndo { _, _ in }
      case .onCancel: step.onCancel {}
      case .onContentUpdate: step.onContentUpdate { _ in }
      case .start: step.start()
      case .startElsewhere:
        let first = Step(identifier: "first") { _ in nil }
        first.nextStep = step
        first.start()
      }
    }
  }

  /// Runs a flow off the main queue whose step sends a fresh step to the main actor.
  static func send(_ use: Use) async {
    let used = FlowStepHandler(Any.self, Int.self)
    let flow = Flow(Any.self, Int.self, identifier: "F") { _ in
      FlowStep(Any.self, Int.self, identifier: "maker") { _ in
        let alert = Step(identifier: "alert") { _ in nil }
        Task { @MainActor in
          use.apply(to: alert)
          used.complete(1)
        }
        return used
      }
    }
    _ = try? await flow.run()
  }

  @Test("used off the run's queue, it traps with a sentence", arguments: Use.allCases)
  func offQueue(use: Use) async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) { [use] in
      await StepHomeTests.send(use)
    }
    expectSaid(
      result,
      use == .startElsewhere
        ? "Step 'alert' was made by a closure of a run on another queue than the one on which it was to start. Make the step "
          + "where it is used."
        : "Step 'alert' was made by a closure of a run, so it belongs to that run's queue, but it was used elsewhere. Make the "
          + "step where it is used.")
  }

  @Test("on the queue it works, inside and outside of closures, and in another run there")
  @MainActor func onQueue() {
    let stage = Stage()
    let made = Kept<FlowStep<Any, String>>()
    stage.start { _ in
      let waiting = stage.waiting("a")
      made.all.append(waiting)
      return waiting
    }
    let step = made.all[0]
    stage.queue.perform {
      step.content = 1
      step.onCancel {}
      step.onContentUpdate { _ in }
      step.nextStep = nil
      #expect(step.content as? Int == 1)
    }
    stage.start { _ in
      step.content = 2
      return stage.instant("b")
    }
    #expect(stage.trace.lines.contains("b completed"))
    #expect(step.identifier == "a")
    stage.complete("a")
    #expect(stage.trace.lines.last == "= nil")
  }

  @Test("a step that no run has made is the main actor's, and goes into a bare run")
  @MainActor func bare() {
    let trace = Trace()
    let step = Step(identifier: "s") { step in
      trace.note(step.content ?? "nil")
      return nil
    }
    step.content = "text"
    step.start()
    #expect(trace.lines == ["text"])
  }
}
