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

  /// A step that fails at its first attempt, and completes at the others.
  private func failingOnce(_ error: any Error, _ attempts: Guarded<Int>) -> FlowStep<Any, String> {
    FlowStep(Any.self, String.self, identifier: "bad") { _ in
      let isFirst = attempts.withLock { attempts in
        attempts += 1
        return attempts == 1
      }
      let handler = Handler()
      if isFirst { handler.fail(error) } else { handler.complete("good") }
      return handler
    }
  }

  /// A flow that undoes its visits, but can't undo its first one, and that fails at its first attempt.
  private func failing(_ identifier: String) -> Flow<Any, String> {
    let attempts = Guarded(0)
    return Flow(Any.self, String.self, identifier: identifier) { [self] _ in
      let done = FlowStep(String.self, String.self, identifier: "done") { _ in nil }
      done.setUndo(attempts: 1) { _, _ in throw TestError() }
      done.nextStep = failingOnce(TestError(), attempts)
      return done
    }.undoing(.all)
  }

  /// The work that replaces a nested run that has failed.
  enum Replacement: CaseIterable {
    case retry, spare, winner
  }

  @Test("A nested run whose undo fails isn't forgotten when other work replaces it", arguments: Replacement.allCases)
  func replaced(by replacement: Replacement) async throws {
    let inner = failing("N")
    let outer = Flow(Any.self, String.self, identifier: "F") { scope in
      let nested = FlowStep(inner)
      let other = FlowStep(Any.self, String.self, identifier: "other") { _ in nil }
      let step: FlowStep<Any, String>
      switch replacement {
      case .retry: step = nested.retry(attempts: 2)
      case .spare: step = nested.recover(with: other)
      case .winner:
        let sibling = Handler()
        nested.setOutcome { _, _ in sibling.complete("won") }
        let waits = FlowStep(Any.self, String.self, identifier: "waits") { _ in sibling }
        step = FlowStep(identifier: "race", racing: [nested, waits])
      }
      step.setCompletion { _, result in scope.result = result }
      return step
    }
    let error = await #expect(throws: FlowError.self) { try await outer.run() }
    let undo = try #require(error?.cause as? FlowUndoError)
    #expect(undo.failures.map(\.step) == ["done"])
    guard case .completed? = undo.ending else {
      Issue.record("\(undo)")
      return
    }
  }

  @Test("A nested run whose undo failed isn't forgotten when the race in which it lost is closed")
  func closedRace() async throws {
    let inner = failing("N")
    let outer = Flow(Any.self, String.self, identifier: "F") { _ in
      let (nested, sibling, open) = (FlowStep(inner), Handler(), Handler())
      nested.setOutcome { _, _ in sibling.fail(TestError()) }
      let waits = FlowStep(Any.self, String.self, identifier: "waits") { _ in open }
      let race = FlowStep<Any, String>(identifier: "race", racing: [nested, waits])
      let fails = FlowStep(Any.self, String.self, identifier: "fails") { _ in sibling }
      return ConcurrentFlowStep(identifier: "both", steps: [race, fails])
    }
    let error = await #expect(throws: FlowError.self) { try await outer.run() }
    #expect((error?.cause as? FlowUndoError)?.failures.map(\.step) == ["done"], "\(String(describing: error))")
  }

  @Test("A nested run that could not undo a visit names those of a run inside it as well")
  func both() async throws {
    let inner = failing("M")
    let middle = Flow(Any.self, String.self, identifier: "N") { _ in
      let first = FlowStep(String.self, String.self, identifier: "first") { _ in nil }
      first.setUndo(attempts: 1) { _, _ in throw TestError() }
      first.nextStep = FlowStep(inner)
      return first
    }.undoing(.all)
    let outer = Flow(Any.self, String.self, identifier: "F") { _ in FlowStep(middle).retry(attempts: 2) }
    let error = await #expect(throws: FlowError.self) { try await outer.run() }
    let undo = try #require(error?.cause as? FlowUndoError)
    #expect(undo.failures.map(\.step) == ["first", "done"])
  }

  @Test("An undo error without failures, thrown by a step, is no failure of the run")
  func withoutFailures() async throws {
    let attempts = Guarded(0)
    let flow = Flow(Any.self, String.self, identifier: "F") { [self] _ in
      failingOnce(FlowUndoError(failures: [], undone: []), attempts).retry(attempts: 2)
    }
    _ = try await flow.run()
    #expect(attempts.withLock { $0 } == 2)
  }

  @Test("A nested run's undo that failed isn't forgotten when the flow around it is cancelled while it undoes")
  func deep() async throws {
    let (undoes, goesOn, ended) = (AsyncSignal(), AsyncSignal(), AsyncSignal())
    let inner = failing("M")
    let middle = Flow(Any.self, String.self, identifier: "N") { _ in
      let slow = FlowStep(String.self, String.self, identifier: "slow") { _ in nil }
      slow.setUndo(attempts: 1) { _, _ in
        undoes.send()
        try await goesOn.wait(orSay: "The run was not cancelled")
      }
      slow.nextStep = FlowStep(inner)
      return slow
    }.undoing(.all)
    let end = Guarded<(any Error)?>(nil)
    let run = Flow(Any.self, String.self, identifier: "F") { _ in FlowStep(middle) }.start { outcome in
      if case .failed(let error) = outcome { end.withLock { $0 = error } }
      ended.send()
    }
    try await undoes.wait(orSay: "The nested run did not undo its step")
    run.cancel()
    goesOn.send()
    try await ended.wait(orSay: "The run did not end")
    let error = end.withLock { $0 as? FlowError }
    #expect((error?.cause as? FlowUndoError)?.failures.map(\.step) == ["done"], "\(String(describing: error))")
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
