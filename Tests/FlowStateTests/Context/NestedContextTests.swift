import Dispatch
import FlowState
import FlowStateTesting
import TestSupport
import Testing

private enum Name: FlowContextKey { typealias Value = String }
private enum Level: FlowContextKey { typealias Value = Int }

/// Reading the context of enclosing runs, and the queues on which a context may be used.
struct NestedContextTests {
  typealias Handler = FlowStepHandler<Any, String>

  let queue = ManualQueue()
  /// The contexts of three runs, the outermost first. Safe, because they are used only on this thread.
  let contexts = Box<[FlowContext]>([])
  let handlers = LockedList<Handler>()

  /// Starts three nested runs, with runs that set no values between each two. The innermost run waits.
  private func start(_ between: Int) {
    let contexts = contexts
    var flow = Flow(Any.self, String.self, identifier: "F3") { [handlers] scope in
      contexts.value.append(scope.context)
      return FlowStep(Any.self, String.self, identifier: "x") { _ in
        handlers.appendHandler()
      }
    }
    for level in [2, 1] {
      for _ in 0..<between {
        let inner = flow
        flow = Flow(Any.self, String.self, identifier: "between") { _ in FlowStep(inner) }
      }
      let inner = flow
      flow = Flow(Any.self, String.self, identifier: "F\(level)") { scope in
        contexts.value.append(scope.context)
        return FlowStep(inner)
      }
    }
    flow.on(queue).start()
    queue.play()
  }

  private var names: [String?] { contexts.value.map { $0[Name.self] } }

  @Test(
    "A run reads the latest value of the nearest enclosing run and keeps its own values to itself",
    arguments: [0, 6, 7, 8, 30])
  func nearest(between: Int) {
    start(between)
    queue.perform {
      #expect(names == [nil, nil, nil])
      contexts.value[0][Name.self] = "first"
      #expect(names == ["first", "first", "first"])
      contexts.value[0][Name.self] = "first again"
      #expect(names == ["first again", "first again", "first again"])
      contexts.value[1][Name.self] = "second"
      #expect(names == ["first again", "second", "second"])
      contexts.value[2][Name.self] = "third"
      #expect(names == ["first again", "second", "third"])
      contexts.value[1][Name.self] = nil
      contexts.value[2][Name.self] = nil
      #expect(names == ["first again", "first again", "first again"])
      contexts.value[0][Name.self] = nil
      #expect(names == [nil, nil, nil])
    }
  }

  @Test("A run does not read the values of a run that has ended")
  func ended() {
    let seen = LockedList<String>()
    let inner = Flow(Any.self, String.self, identifier: "N") { scope in
      seen.append(scope.context[Name.self] ?? "none")
      scope.context[Name.self] = "inner"
      seen.append(scope.context[Name.self] ?? "none")
      return FlowStep(Any.self, String.self, identifier: "x") { _ in nil }
    }
    let flow = Flow(Any.self, String.self, identifier: "F") { scope in
      let first = FlowStep(inner)
      first.nextStep = FlowStep(inner)
      return first
    }
    flow.on(queue).start()
    queue.play()
    #expect(seen.all == ["none", "inner", "none", "inner"])
  }

  @Test("A context may be used in any block on the run's queue")
  func onQueue() {
    let own = DispatchQueue(label: "own")
    let contexts = contexts
    let flow = Flow(Any.self, String.self, identifier: "F", on: own) { [handlers] scope in
      contexts.value.append(scope.context)
      scope.context[Level.self] = 1
      return FlowStep(Any.self, String.self, identifier: "x") { _ in
        handlers.appendHandler()
      }
    }
    flow.start()
    own.sync {
      contexts.value[0][Level.self, default: 0] += 1
      #expect(contexts.value[0][Level.self] == 2)
    }
  }

  @Test("A step that has not started has no context, and using it traps")
  func freshStep() async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      let flow = Flow(Any.self, Int.self, identifier: "F") { _ in
        FlowStep(Any.self, Int.self, identifier: "s") { step in
          let probe = FlowStep(Any.self, Any.self, identifier: "probe") { _ in nil }
          let context = probe.context
          Task.detached { context[Level.self, default: 0] += 1 }
          return FlowStepHandler(Any.self, Int.self)
        }
      }
      _ = try? flow.runAndWait()
    }
    expectSaid(
      result,
      "The context of step 'probe' was used before the step started. Use the step that a closure receives, or the "
        + "context of the flow's scope.")
  }

  @Test("Using a context off its run's queue traps", arguments: [0, 1, 2])
  func elsewhere(use: Int) async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) { [use = use as Int] in
      let kept = Box<FlowContext?>(nil)
      let handlers = LockedList<FlowStepHandler<Any, Int>>()
      let begun = DispatchSemaphore(value: 0)
      let flow = Flow(Any.self, Int.self, identifier: "F") { _ in
        FlowStep(Any.self, Int.self, identifier: "s") { step in
          kept.value = step.context
          begun.signal()
          return handlers.appendHandler()
        }
      }
      flow.start()
      begun.wait(orSay: "The step did not begin")
      switch use {
      case 0: _ = kept.value?[Level.self]
      case 1: kept.value?[Level.self, default: 0] += 1
      default: _ = kept.value?.variant(of: "any")
      }
    }
    expectSaid(
      result,
      "The context of run F#1 was used off the run's queue. It belongs to that queue, as the steps do; read the values that "
        + "another thread needs in a closure of a step.")
  }
}
