import Dispatch
import FlowState
import TestSupport
import Testing

/// Law 1: every closure of a run executes on the run's queue, one at a time.
struct ConfinementTests {
  /// An observer that asks, at each event, whether it is where the run is.
  struct Sentry: FlowObserver {
    let check: @Sendable () -> Void
    func receive(_ event: FlowEvent) { check() }
  }

  /// A flow whose closures of every kind ask where they are; its handlers are completed by threads of their own.
  static func flow(check: @escaping @Sendable () -> Void) -> Flow<Any, Int> {
    Flow(Any.self, Int.self, identifier: "Checked") { scope in
      check()
      // Touched by every closure without a lock; the thread sanitizer sees whether the engine orders them.
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

  /// Eight children, each with intent, first content, completion and second content; then intent and content of the last.
  let visits = 8 * 4 + 2

  @Test("on a queue of the caller's")
  func ownQueue() async throws {
    let queue = DispatchQueue(label: "caller's")
    let flow = ConfinementTests.flow { dispatchPrecondition(condition: .onQueue(queue)) }
    #expect(try await flow.on(queue).run() == visits)
  }

  @Test("on a queue that targets another")
  func targetingQueue() async throws {
    let base = DispatchQueue(label: "base")
    let queue = DispatchQueue(label: "caller's", target: base)
    let flow = ConfinementTests.flow { dispatchPrecondition(condition: .onQueue(base)) }
    #expect(try await flow.on(queue).run() == visits)
  }

  @Test("on the main queue, which is the main actor")
  func mainQueue() async throws {
    let flow = ConfinementTests.flow { MainActor.preconditionIsolated() }
    #expect(try await flow.on(.main).run() == visits)
  }

  @Test("without a queue each run has one, and eight completing threads do not race in what the builder captured")
  func privateQueue() async throws {
    let flow = ConfinementTests.flow {}
    for _ in 0..<50 { #expect(try await flow.run() == visits) }
  }

  @Test("a global queue, which is concurrent, still runs one closure at a time")
  func globalQueue() async throws {
    let flow = ConfinementTests.flow {}
    for _ in 0..<50 { #expect(try await flow.on(.global()).run() == visits) }
    for _ in 0..<50 { #expect(try await flow.on(.global(qos: .utility)).run() == visits) }
  }

  @Test("the outcome is told on the run's queue")
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

  @Test("a bare run's closures run on the main actor, whoever completes")
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
