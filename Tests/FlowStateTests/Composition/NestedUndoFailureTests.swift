import FlowStateTesting
import Foundation
import TestSupport
import Testing

@testable import FlowState

/// Law 12: what a nested run could not undo is never swallowed, whenever its step is closed.
struct NestedUndoFailureTests {
  private typealias Handler = FlowStepHandler<Any, String>

  private let handlers = Guarded<[String: Handler]>([:])
  private let shown = AsyncSignal()

  /// A step that waits for the test.
  private func page(_ identifier: String) -> FlowStep<Any, String> {
    FlowStep(Any.self, String.self, identifier: identifier) { [handlers, shown] _ in
      let handler = Handler()
      handlers.withLock { $0[identifier] = handler }
      shown.send()
      return handler
    }
  }

  @Test("A nested run whose undo fails while its sibling fails isn't forgotten")
  func besideSibling() async throws {
    let (undoes, fails) = (AsyncSignal(), AsyncSignal())
    let (loop, hasMail) = (Guarded<EventLoop?>(nil), Guarded(false))
    let inner = Flow(Any.self, String.self, identifier: "N") { [self] _ in
      let done = FlowStep(String.self, String.self, identifier: "done") { _ in nil }
      done.setUndo(attempts: 1) { _, _ in
        undoes.send()
        try await fails.wait(orSay: "The sibling did not let the undo fail")
        throw TestError()
      }
      done.nextStep = page("bad")
      return done
    }
    let outer = Flow(Any.self, String.self, identifier: "F") { [self] _ in
      let gate = page("gate")
      let first = FlowStep(Any.self, String.self, identifier: "first") { _ in
        // The undo fails while this closure executes, and the sibling right after it.
        fails.send()
        for _ in 0..<20_000_000 where !hasMail.withLock({ $0 }) {
          hasMail.withLock { $0 = loop.withLock { $0?.interruptsChain() } ?? false }
          sched_yield()
        }
        return nil
      }
      gate.nextStep = first
      first.nextStep = FlowStep(Any.self, String.self, identifier: "second") { _ in
        let handler = Handler()
        handler.fail(TestError())
        return handler
      }
      return ConcurrentFlowStep(identifier: "group", steps: [FlowStep(inner.undoing(.all)), gate])
    }
    let (ended, end) = (AsyncSignal(), Guarded<(any Error)?>(nil))
    let run = outer.start { outcome in
      if case .failed(let error) = outcome { end.withLock { $0 = error } }
      ended.send()
    }
    loop.withLock { $0 = run.run.eventLoop }
    for _ in 1...2 { try await shown.wait(orSay: "The nested step and its sibling did not wait") }
    handlers.withLock { $0["bad"] }?.fail(TestError())
    try await undoes.wait(orSay: "The nested run did not undo its step")
    handlers.withLock { $0["gate"] }?.complete("go")
    try await ended.wait(orSay: "The run did not end")
    #expect(hasMail.withLock { $0 })
    let error = end.withLock { $0 as? FlowError }
    #expect(error?.cause is FlowUndoError, "\(String(describing: error))")
  }
}
