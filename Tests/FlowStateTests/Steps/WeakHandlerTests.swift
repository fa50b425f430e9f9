import Dispatch
import FlowState
import FlowStateTesting
import Synchronization
import TestSupport
import Testing

/// A handler whose work is done inside the intent, and to which another owner has a weak reference.
@Suite(.timeLimit(.minutes(15)))
struct WeakHandlerTests {
  typealias Handler = FlowStepHandler<Any, [String]>

  @Test(
    "One result counts when another thread's reports race the settlement, and the others are extra",
    arguments: [true, false])
  func racing(isObserved: Bool) async throws {
    for round in 0..<trials(200, few: 20) {
      let began = LockedList<WeakReference>()
      let tally = Tally()
      let queue = DispatchQueue(label: "F")
      let flow = Flow(Any.self, [String].self, identifier: "F", on: queue) { scope in
        let step = FlowStep(Any.self, [String].self, identifier: "s") { _ in
          let handler = Handler()
          handler.complete(["first", "\(round)"])
          began.append(WeakReference(handler))
          return handler
        }
        step.setCompletion { _, text in scope.result = text }
        return step
      }
      let other = Task.detached {
        try await patiently("The step did not begin") { began.count > 0 }
        var reports = 0
        // Reports in transit keep the handler alive.
        while reports < 300, let handler = began[0].handler {
          handler.complete(["late", "\(round)"])
          reports += 1
        }
        return reports
      }
      let result = try await (isObserved ? flow.observed(by: tally) : flow).run()
      // The last of several reports before the intent's return counts.
      #expect([["first", "\(round)"], ["late", "\(round)"]].contains(result))
      let reports = try await other.value(orSay: "The reports did not end")
      await onThread { queue.sync {} }
      #expect(tally.extra.load(ordering: .acquiring) == (isObserved ? reports : 0))
    }
  }

  @Test("A weakly known handler that is returned again waits for another report")
  func phantom() {
    let queue = ManualQueue()
    let trace = Trace()
    let kept = LockedList<FlowStepHandler<Any, Int>>()
    let flow = Flow(Any.self, Int.self, identifier: "F") { _ in
      weak var known: FlowStepHandler<Any, Int>?
      let step = FlowStep(Any.self, Int.self, identifier: "s") { _ in
        if let kept = kept.all.first { return kept }
        let handler = FlowStepHandler(Any.self, Int.self)
        known = handler
        handler.complete(1)
        return handler
      }
      step.setCompletion { step, number in
        trace.note("with \(number ?? -1)")
        step.nextStep = kept.count == 0 ? step : nil
        if let known { kept.append(known) }
      }
      return step
    }
    flow.on(queue).start { _ in trace.note("ended") }
    queue.play()
    #expect(trace.take() == ["with 1"])
    kept[0].complete(2)
    queue.play()
    #expect(trace.lines == ["with 2", "ended"])
  }
}

/// Another thread's weak reference to a handler.
private final class WeakReference: @unchecked Sendable {
  // Guard: weak references are safe on any thread.
  weak var handler: WeakHandlerTests.Handler?

  init(_ handler: WeakHandlerTests.Handler) {
    self.handler = handler
  }
}
