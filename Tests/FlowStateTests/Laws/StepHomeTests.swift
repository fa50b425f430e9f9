import Dispatch
import FlowState
import FlowStateTesting
import TestSupport
import Testing

/// Law 7: a step belongs to a run, and so to the run's queue, once the run's builder has made it or the run can reach
/// it. The compiler doesn't know this about a new step, so the engine checks it.
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

  /// Runs a flow off the main queue whose builder, or whose step, sends a fresh step to the main actor.
  static func send(_ use: Use, madeByBuilder: Bool) async throws -> Int? {
    let used = FlowStepHandler(Any.self, Int.self)
    let send: @Sendable () -> Void = {
      let alert = Step(identifier: "alert") { _ in nil }
      Task { @MainActor in
        use.apply(to: alert)
        used.complete(1)
      }
    }
    let flow = Flow(Any.self, Int.self, identifier: "F") { scope in
      if madeByBuilder { send() }
      let maker = FlowStep(Any.self, Int.self, identifier: "maker") { _ in
        if !madeByBuilder { send() }
        return used
      }
      maker.setCompletion { _, number in scope.result = number }
      return maker
    }
    return try await flow.run()
  }

  @Test("A step that a closure makes and sends elsewhere may be used there", arguments: Use.allCases)
  func sent(use: Use) async throws {
    #expect(try await StepHomeTests.send(use, madeByBuilder: false) == 1)
  }

  @Test("A step that a closure makes belongs to the run as soon as the run can reach it")
  func linked() async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      let queue = ManualQueue()
      let made = Box<FlowStep<Any, Int>?>(nil)
      Flow(Any.self, Int.self, identifier: "F") { _ in
        let first = FlowStep(Any.self, Int.self, identifier: "first") { first in
          let second = FlowStep(Any.self, Int.self, identifier: "second") { _ in nil }
          let third = FlowStep(Any.self, Int.self, identifier: "third") { _ in nil }
          second.nextStep = third
          first.nextStep = second
          made.value = third
          return FlowStepHandler()
        }
        return first
      }.on(queue).start()
      queue.play()
      made.value?.content = 1
    }
    expectSaid(
      result,
      "Step 'third' belongs to a run, and so to that run's queue, but it was used elsewhere. Make the step where it is used."
    )
  }

  @Test("Using a builder's step off the run's queue traps with a sentence", arguments: Use.allCases)
  func offQueue(use: Use) async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) { [use] in
      _ = try? await StepHomeTests.send(use, madeByBuilder: true)
    }
    let sentence =
      switch use {
      case .startElsewhere:
        "Step 'alert' belongs to a run on another queue and cannot start here. Make the step where it is used."
      case .onCancel:
        "onCancel of step 'alert' was set off the queue of its run. On other threads, set onCancel on the step's handler."
      default:
        "Step 'alert' belongs to a run, and so to that run's queue, but it was used elsewhere. Make the step where it is used."
      }
    expectSaid(result, sentence)
  }

  @Test("A step can be used on its queue, inside and outside closures and in another run there")
  @MainActor func onQueue() {
    let harness = FlowHarness()
    let made = Box<[FlowStep<Any, String>]>([])
    harness.startMainActorFlow { _ in
      let waiting = harness.waiting("a")
      made.value.append(waiting)
      return waiting
    }
    let step = made.value[0]
    harness.queue.perform {
      step.content = 1
      step.onCancel {}
      step.onContentUpdate { _ in }
      step.nextStep = nil
      #expect(step.content as? Int == 1)
    }
    harness.startMainActorFlow { _ in
      step.content = 2
      return harness.instant("b")
    }
    #expect(harness.trace.lines.contains("b completed"))
    #expect(step.identifier == "a")
    harness.complete("a")
    #expect(harness.trace.lines.last == "= nil")
  }

  @Test("A step that no run has made belongs to the main actor and can start a bare run")
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

  @Test("A step that a closure makes but the run never reaches keeps its content and closures after the run")
  func untouched() async throws {
    let objects = ObjectCounter()
    let kept = Box<FlowStep<Int, Int>?>(nil)
    let flow = Flow(Any.self, Int.self, identifier: "F") { scope in
      let maker = FlowStep(Any.self, Int.self, identifier: "maker") { _ in
        let alive = objects.makeObject()
        let fresh = FlowStep(Int.self, Int.self, identifier: "fresh") { _ in withExtendedLifetime(alive) { nil } }
        fresh.content = 1
        kept.value = fresh
        return nil
      }
      maker.setCompletion { _, _ in scope.result = 1 }
      return maker
    }
    #expect(try await flow.run() == 1)
    #expect(objects.living == 1)
    #expect(kept.value?.content == 1)
    kept.value = nil
    #expect(objects.living == 0)
  }

  @Test("A model's own step survives the run whose closure first touched it")
  @MainActor func model() async throws {
    @MainActor final class Model {
      lazy var confirm = FlowStep(String.self, Bool.self, identifier: "Confirm") { _ in
        let handler = FlowStepHandler(String.self, Bool.self)
        handler.complete(true)
        return handler
      }
    }
    let model = Model()
    let flow = Flow(
      Any.self, Void.self, identifier: "F",
      onMainActor: { _ in
        FlowStep(Any.self, Any.self, identifier: "S") { _ in
          model.confirm.content = "Sure?"
          return nil
        }
      })
    _ = try await flow.run()
    #expect(model.confirm.content == "Sure?")
    #expect(try await model.confirm.run() == true)
  }

  @Test("A step that a bare run has started keeps working when the flow whose closure made it ends")
  @MainActor func bareStart() async throws {
    let handler = FlowStepHandler(Any.self, Int.self)
    let results = LockedList<Int>()
    let flow = Flow(
      Any.self, Void.self, identifier: "F",
      onMainActor: { _ in
        FlowStep(Any.self, Any.self, identifier: "maker") { _ in
          let step = FlowStep(Any.self, Int.self, identifier: "bare") { _ in handler }
          step.setCompletion { _, number in results.append(number ?? 0) }
          step.start()
          return nil
        }
      })
    _ = try await flow.run()
    try await mainQueueTurn()
    handler.complete(1)
    try await mainQueueTurn()
    #expect(results.all == [1])
  }

  @Test("A step that a nested run makes and the outer run starts completes there and leaves nothing alive")
  func madeByNestedRun() {
    let queue = ManualQueue()
    let objects = ObjectCounter()
    let handler = Box<FlowStepHandler<Any, Int>?>(nil)
    let results = LockedList<Int>()
    let inner = Flow(Any.self, AnyFlowStep.self, identifier: "Inner") { scope in
      FlowStep(Any.self, Any.self, identifier: "maker") { _ in
        let alive = objects.makeObject()
        let planned = FlowStep(Any.self, Int.self, identifier: "planned") { _ in
          let waiting = FlowStepHandler(Any.self, Int.self)
          handler.value = waiting
          return waiting
        }
        planned.setCompletion { [planned] _, number in
          alive.touch()
          withExtendedLifetime(planned) { results.append(number ?? 0) }
        }
        scope.result = planned
        return nil
      }
    }
    Flow(Any.self, Any.self, identifier: "Outer") { _ in
      let nested = FlowStep(inner)
      nested.setCompletion { nested, planned in nested.nextStep = planned }
      return nested
    }.on(queue).start()
    queue.play()
    handler.value?.complete(7)
    handler.value = nil
    queue.play()
    #expect(results.all == [7])
    #expect(objects.living == 0)
  }
}
