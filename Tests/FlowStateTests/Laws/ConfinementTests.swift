import Dispatch
import FlowState
import TestSupport
import Testing

/// Law 1: every closure of a run executes on the run's queue, one at a time.
struct ConfinementTests {
  /// An observer that checks its queue at each event.
  struct Sentry: FlowObserver {
    let check: @Sendable () -> Void
    func receive(_ event: FlowEvent) { check() }
  }

  /// A flow whose closures of every kind check their queue. Other threads complete its handlers.
  static func flow(check: @escaping @Sendable () -> Void) -> Flow<Any, Int> {
    Flow(Any.self, Int.self, identifier: "Checked") { scope in
      check()
      // Changed by every closure without a lock. The thread sanitizer checks whether the engine orders the closures.
      var visits = 0
      func step(_ identifier: String) -> FlowStep<Int, Int> {
        let step = FlowStep(Int.self, Int.self, identifier: identifier) { step in
          check()
          visits += 1
          let handler = FlowStepHandler(Int.self, Int.self)
          step.onContentUpdate { _ in
            check()
            visits += 1
          }
          DispatchQueue.global().async { handler.complete(1) }
          return handler
        }
        step.setCompletion { step, _ in
          check()
          visits += 1
          step.content = visits
        }
        return step
      }
      let group = ConcurrentFlowStep(identifier: "group", steps: (0..<8).map { step("\($0)") })
      let last = step("last")
      group.nextStep = last
      last.setCompletion { _, _ in
        check()
        scope.result = visits
      }
      return group
    }
    .observed(by: Sentry(check: check))
  }

  /// Eight children, each with intent, first content, completion and second content; then intent and content of the
  /// last.
  let visits = 8 * 4 + 2

  @Test("A run's closures execute on the caller's queue")
  func ownQueue() async throws {
    let queue = DispatchQueue(label: "caller's")
    let flow = ConfinementTests.flow { dispatchPrecondition(condition: .onQueue(queue)) }
    #expect(try await flow.on(queue).run() == visits)
  }

  @Test("A run's closures execute on a queue that targets another queue")
  func targetingQueue() async throws {
    let base = DispatchQueue(label: "base")
    let queue = DispatchQueue(label: "caller's", target: base)
    let flow = ConfinementTests.flow { dispatchPrecondition(condition: .onQueue(base)) }
    #expect(try await flow.on(queue).run() == visits)
  }

  @Test("A run's closures execute on the main actor if its queue is the main queue")
  func mainQueue() async throws {
    let flow = ConfinementTests.flow { MainActor.preconditionIsolated() }
    #expect(try await flow.on(.main).run() == visits)
  }

  @Test("Closures of a run without a queue do not race, although eight threads complete its handlers")
  func privateQueue() async throws {
    let flow = ConfinementTests.flow {}
    for _ in 0..<50 { #expect(try await flow.run() == visits) }
  }

  @Test("A global queue, which is concurrent, executes one closure of a run at a time")
  func globalQueue() async throws {
    let flow = ConfinementTests.flow {}
    for _ in 0..<50 { #expect(try await flow.on(.global()).run() == visits) }
    for _ in 0..<50 { #expect(try await flow.on(.global(qos: .utility)).run() == visits) }
  }

  @Test("A run reports its outcome on its queue")
  func outcome() async throws {
    let queue = DispatchQueue(label: "caller's")
    let flow = ConfinementTests.flow {}
    try await patiently("The run did not end") { resume in
      flow.on(queue).start { _ in
        dispatchPrecondition(condition: .onQueue(queue))
        resume(())
      }
    }
  }

  @Test("A bare run's closures execute on the main actor, whichever thread completes its steps")
  @MainActor
  func bare() async throws {
    let trace = Trace()
    try await patiently("The step did not complete") { resume in
      let step = FlowStep(Any.self, Int.self, identifier: "a") { _ in
        let handler = FlowStepHandler(Any.self, Int.self)
        DispatchQueue.global().async { handler.complete(1) }
        return handler
      }
      step.setCompletion { _, _ in
        MainActor.preconditionIsolated()
        trace.note("completion")
        resume(())
      }
      step.start(observer: Sentry { MainActor.preconditionIsolated() })
    }
    #expect(trace.lines == ["completion"])
  }
}
