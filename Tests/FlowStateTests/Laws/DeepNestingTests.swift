import FlowStateTesting
import TestSupport
import Testing

@testable import FlowState

private enum Name: FlowContextKey { typealias Value = String }
private enum Level: FlowContextKey { typealias Value = Int }

/// Law 5 for nested runs: very deep nesting takes constant stack space, and time and memory in proportion to the depth.
struct DeepNestingTests {
  /// With recursion, a tenth of this depth would overflow the stack.
  private static let depth = trials(100_000, few: 10_000)

  /// A flow that nests itself. `enter` receives the scope of each level, and `innermost` makes the innermost step.
  private static func nested(
    _ rest: Int = depth, enter: @escaping @Sendable (_ scope: FlowScope<Any, Int>, _ rest: Int) -> Void = { _, _ in },
    assigned: Bool = false, innermost: @escaping @Sendable () -> FlowStep<Any, Int>
  ) -> Flow<Any, Int> {
    let flow = Flow(Any.self, Int.self, identifier: "F") { scope in
      enter(scope, rest)
      let step =
        rest == 0 ? innermost() : FlowStep(nested(rest - 1, enter: enter, assigned: assigned, innermost: innermost))
      step.setCompletion { _, result in scope.result = result }
      return step
    }
    guard assigned else { return flow }
    return flow.assigned(VariantAssignment(experiment: "e\(rest)", variant: "v\(rest)", reason: .assigned))
  }

  /// Plays a flow to its end and returns its result.
  private static func play(_ flow: Flow<Any, Int>) -> Int? {
    let results = LockedList<Int?>()
    let queue = ManualQueue()
    flow.on(queue).start { outcome in if case .completed(let result) = outcome { results.append(result) } }
    queue.play()
    return results.all.first ?? nil
  }

  private static func instant(_ result: @escaping @Sendable (FlowStep<Any, Int>) -> Int?) -> FlowStep<Any, Int> {
    FlowStep(Any.self, Int.self, identifier: "x") { step in
      let handler = FlowStepHandler(Any.self, Int.self)
      handler.complete(result(step))
      return handler
    }
  }

  @Test("The innermost of deeply nested runs reads a context value of the outermost", .timeLimit(.minutes(20)))
  func contextOfInnermost() async {
    let result = await onSmallStack {
      Self.play(
        Self.nested { scope, rest in
          if rest == Self.depth { scope.context[Level.self] = 42 }
        } innermost: {
          Self.instant { $0.context[Level.self] }
        })
    }
    #expect(result == 42)
  }

  @Test("Each of deeply nested runs reads a value of the outermost and sets one of its own", .timeLimit(.minutes(20)))
  func contextOfEach() async {
    let result = await onSmallStack {
      let missing = LockedList<Int>()
      let result = Self.play(
        Self.nested { scope, rest in
          if rest == Self.depth { scope.context[Name.self] = "outermost" }
          if scope.context[Name.self] == nil { missing.append(rest) }
          scope.context[Level.self] = rest
        } innermost: {
          Self.instant { $0.context[Level.self] }
        })
      return result == 0 && missing.count == 0
    }
    #expect(result)
  }

  @Test("The innermost of deeply nested runs reads the variant of the outermost", .timeLimit(.minutes(20)))
  func variants() async {
    let result = await onSmallStack {
      Self.play(
        Self.nested(assigned: true) {
          Self.instant { $0.context.variant(of: "e\(Self.depth)") == "v\(Self.depth)" ? 1 : 0 }
        })
    }
    #expect(result == 1)
  }

  @Test("The handler and context of the innermost run can be kept beyond the end of all runs", .timeLimit(.minutes(20)))
  func keptAfterEnd() async {
    let isEnded = await onSmallStack {
      let handlers = LockedList<FlowStepHandler<Any, Int>>()
      let contexts = Box<[FlowContext]>([])
      let queue = ManualQueue()
      let ended = LockedList<Int?>()
      let flow = Self.nested {
        FlowStep(Any.self, Int.self, identifier: "x") { step in
          contexts.value.append(step.context)
          return handlers.appendHandler()
        }
      }
      flow.on(queue).start { outcome in if case .completed(let result) = outcome { ended.append(result) } }
      queue.play()
      handlers[0].complete(7)
      queue.play()
      handlers.removeAll()
      contexts.value = []
      queue.play()
      return ended.all == [7]
    }
    #expect(isEnded)
  }

  @Test(
    "Abandoning the innermost of deeply nested runs fails each run with the next inner error as its cause",
    .timeLimit(.minutes(20)))
  func abandoned() async {
    let causes = await onSmallStack {
      let handlers = LockedList<FlowStepHandler<Any, Int>>()
      let queue = ManualQueue()
      let causes = LockedList<Int>()
      let flow = Self.nested {
        FlowStep(Any.self, Int.self, identifier: "x") { _ in
          handlers.appendHandler()
        }
      }
      flow.on(queue).start { outcome in
        guard case .failed(let failure) = outcome, var error = failure as? FlowError else { return }
        var count = 0
        while let inner = error.cause as? FlowError {
          count += 1
          error = inner
        }
        if case .abandoned = error.reason { causes.append(count) }
      }
      queue.play()
      handlers.removeAll()
      queue.play()
      return causes.all
    }
    #expect(causes == [Self.depth])
  }

  @Test("A deeply nested run holds and releases all runs around it on a small stack", .timeLimit(.minutes(20)))
  func holding() async {
    let holds = await onSmallStack {
      let eventLoop = EventLoop(queue: ManualQueue())
      var run: Run?
      for number in 0..<Self.depth {
        run = Run(
          id: FlowRunID(flow: "F", number: number), eventLoop: eventLoop, observers: RunObservers(),
          clock: SharedClock(MonotonicClock()),
          parent: run)
      }
      run?.addDependent()
      run?.addDependent()
      var held: [Int] = []
      var place = run
      while let here = place {
        held.append(here.dependents)
        place = here.parent
      }
      let areHeld = held.count == Self.depth && held.first == 2 && held.dropFirst().allSatisfy { $0 == 1 }
      run?.removeDependent()
      run?.removeDependent()
      place = run
      var isFree = true
      while let here = place {
        isFree = isFree && here.dependents == 0
        place = here.parent
      }
      return areHeld && isFree
    }
    #expect(holds)
  }

  @Test("A run can have a hundred thousand streams of events", .timeLimit(.minutes(20)))
  func streams() async {
    let lines = await onSmallStack {
      let queue = ManualQueue()
      let handlers = LockedList<FlowStepHandler<Any, Int>>()
      let flow = Flow(Any.self, Int.self, identifier: "F") { _ in
        FlowStep(Any.self, Int.self, identifier: "x") { _ in
          handlers.appendHandler()
        }
      }
      let trace = Trace()
      let run = flow.observed(by: trace).on(queue).start()
      queue.play()
      _ = trace.take()
      // The streams are not read.
      for _ in 0..<Self.depth { _ = run.events }
      queue.play()
      handlers[0].complete(1)
      queue.play()
      return trace.lines
    }
    #expect(lines == ["x completed", "rest", "F#1 completed"])
  }
}
