import Dispatch
import FlowState
import FlowStateTesting
import TestSupport
import Testing

/// Requests of closures and of async work that are answered later, or elsewhere than they were made.
@MainActor
struct LateRefusalTests {
  private let harness = GoingBackHarness()

  /// Starts a run with the step `ask` in a nested flow, and the final step `pay` beside that flow.
  private func startBesideFinal(
    _ prepare: @escaping @MainActor (_ ask: FlowStep<Any, String>, _ scope: FlowScope<Never, String>) -> Void
  ) {
    harness.startFlow { [harness] _ in
      let inner = harness.flow("N") { scope in
        let ask = harness.waiting("ask")
        prepare(ask, scope)
        return ask
      }.reversible()
      let pay = harness.waiting("pay")
      pay.isFinal = true
      let both = ConcurrentFlowStep(identifier: "both", steps: [FlowStep(inner, identifier: "nested"), pay])
      return harness.waiting("first", then: both)
    }
    harness.complete("first")
  }

  @Test("A nested run that backs out while a final step completes beside it fails its step")
  func finalBeside() {
    startBesideFinal { [harness] ask, scope in
      ask.setCompletion { _, _ in
        scope.goBack()
        harness["pay"]?.complete("PAY")
      }
    }
    harness.complete("ask")
    let end = harness.takeLines().last ?? ""
    #expect(end.hasPrefix("= ") && end.contains("cannot go back past 'pay', which is final"), "\(end)")
  }

  @Test("A nested run whose failure route goes back while a final step completes beside it fails as its step")
  func finalBesideFailure() {
    startBesideFinal { [harness] ask, scope in
      ask.setFailure { _ in
        harness["pay"]?.complete("PAY")
        scope.goBack()
        return .fail
      }
    }
    harness.fail("ask")
    let end = harness.takeLines().last ?? ""
    #expect(end.hasPrefix("= ") && end.contains("Step 'ask'") && end.contains("mishap"), "\(end)")
  }

  @Test("A failed step starts again after its delay if the run refuses to go back meanwhile")
  func finalBesideRetry() {
    startBesideFinal { [harness] ask, scope in
      ask.setFailure { _ in
        harness["pay"]?.complete("PAY")
        scope.goBack()
        return .retry(after: .seconds(1))
      }
    }
    harness.fail("ask")
    #expect(!harness.takeLines().contains { $0.hasPrefix("= ") })
    harness.clock.advance(by: .seconds(1))
    harness.queue.play()
    #expect(harness.takeLines().last == "ask()")
  }

  /// Starts a run as the one above. The intent of `ask` completes `pay`, and goes back.
  private func startWithIntent(
    _ prepare: @escaping @MainActor (FlowStep<Any, String>) -> Void,
    _ work: @escaping @MainActor (GoingBackHarness.Handler) -> Void
  ) {
    harness.startFlow { [harness] _ in
      let inner = harness.flow("N") { scope in
        let ask = FlowStep(Any.self, String.self, identifier: "ask") { [trace = harness.trace] _ in
          harness["pay"]?.complete("PAY")
          scope.goBack()
          let handler = harness.handler(of: "ask")
          handler.onCancel { trace.note("ask stopped") }
          work(handler)
          return handler
        }
        ask.isStop = true
        prepare(ask)
        return harness.waiting("start", then: ask)
      }.reversible()
      let pay = harness.waiting("pay")
      pay.isFinal = true
      return harness.waiting(
        "first", then: ConcurrentFlowStep(identifier: "both", steps: [FlowStep(inner, identifier: "nested"), pay]))
    }
    harness.complete("first")
    harness.complete("start")
  }

  @Test("A step whose intent has gone back waits if the run refuses to because a final step has completed meanwhile")
  func finalBesideIntent() {
    startWithIntent { [harness] ask in
      ask.setCompletion { _, text in harness.trace.note("asked \(text ?? "nil")") }
    } _: { _ in
    }
    let lines = harness.takeLines()
    #expect(lines.contains("pay completed") && !lines.contains("ask stopped"), "\(lines)")
    #expect(!lines.contains { $0.hasPrefix("= ") }, "\(lines)")
    harness.complete("ask")
    #expect(harness.takeLines().contains("asked ASK"))
  }

  @Test("A step whose intent has gone back and fails takes its failure route if the run refuses to go back")
  func finalBesideFailedIntent() {
    startWithIntent { [harness] ask in
      ask.setFailure { _ in .goTo(harness.waiting("next")) }
    } _: { handler in
      handler.fail(TestError())
    }
    let lines = harness.takeLines()
    #expect(lines.last == "next()", "\(lines)")
  }

  /// The closures in which the last step cancels its run.
  enum LastClosure: CaseIterable {
    case endingRoute, failingRoute, outcome
  }

  @Test("A run can be cancelled in a closure of its last step, which has failed", arguments: LastClosure.allCases)
  func cancelled(in closure: LastClosure) {
    let runs = LockedList<FlowRun>()
    let run = harness.start(
      harness.flow("F") { [harness] _ in
        let step = harness.waiting("a", then: harness.waiting("b"))
        let last = harness.waiting("last")
        switch closure {
        case .endingRoute, .failingRoute:
          last.setFailure { _ in
            runs[0].cancel()
            return closure == .endingRoute ? .end : .fail
          }
        case .outcome: last.setOutcome { _, _ in runs[0].cancel() }
        }
        step.nextStep = last
        return step
      }.undoing(.all))
    runs.append(run)
    harness.complete("a")
    harness.fail("last")
    #expect(harness.takeLines().suffix(4) == ["undo a() = A", "a undone", "F#1 cancelled", "= cancelled, 0 alive"])
  }

  @Test("Going back by the run in a closure leads to where going back by the scope does, and starts nothing before")
  func byRun() {
    for isLate in [false, true] {
      let harness = GoingBackHarness()
      let runs = LockedList<FlowRun>()
      let run = harness.startFlow { _ in
        let (b, c) = (harness.waiting("b"), harness.waiting("c"))
        let quick = FlowStep(Any.self, String.self, identifier: "quick") { _ in
          let handler = GoingBackHarness.Handler()
          handler.complete("Q")
          return handler
        }
        let middle = isLate ? b : quick
        middle.setCompletion { step, _ in
          step.nextStep = c
          runs[0].goBack()
        }
        return harness.waiting("a", then: middle)
      }
      runs.append(run)
      harness.complete("a")
      if isLate { harness.complete("b") }
      let lines = harness.takeLines()
      #expect(lines.suffix(2) == ["back to a", "a()"] && !lines.contains("c()"), "\(lines)")
    }
  }

  /// The way in which a step runs the nested flow.
  enum Caller: CaseIterable {
    case step, asyncRun, blockingRun, singleStep
  }

  @Test("Work of a nested run on another queue doesn't wait for itself when it awaits that the outer run goes back")
  func insideElsewhere() async throws {
    for caller in Caller.allCases {
      let (shown, ended, pages, runs) = (
        AsyncSignal(), AsyncSignal(), LockedList<FlowStepHandler<String, String>>(), LockedList<FlowRun>()
      )
      let inner = Flow(Any.self, String.self, identifier: "N") { _ in
        FlowStep(String.self, String.self, identifier: "work") { (_: String?) async throws -> String? in
          try await runs[0].goBack(to: "page")
          return nil
        }
      }.on(.global())
      let outer = Flow(Any.self, String.self, identifier: "F") { _ in
        let page = FlowStep(String.self, String.self, identifier: "page") { _ in
          let handler = FlowStepHandler(String.self, String.self)
          pages.append(handler)
          shown.send()
          return handler
        }
        let calls = FlowStep(String.self, String.self, identifier: "calls") { (_: String?) async throws -> String? in
          switch caller {
          case .blockingRun: try Self.runAndWait(inner)
          case .singleStep: try await Self.runStep { try await runs[0].goBack(to: "page") }
          default: try await inner.run()
          }
        }
        // Undoing it waits for its work.
        calls.setUndo(interrupted: { _ in })
        page.nextStep = caller == .step ? FlowStep(inner) : calls
        return page
      }.reversible()
      let run = outer.start { _ in ended.send() }
      runs.append(run)
      try await shown.wait(orSay: "The page was not shown")
      pages[0].complete("x")
      try await shown.wait(orSay: "The page was not shown again")
      run.cancel()
      try await ended.wait(orSay: "The run did not end")
    }
  }

  private nonisolated static func runAndWait(_ flow: Flow<Any, String>) throws -> String? { try flow.runAndWait() }

  private static func runStep(_ work: @escaping @Sendable () async throws -> Void) async throws -> String? {
    try await FlowStep(String.self, String.self, identifier: "helper") { (_: String?) async throws -> String? in
      try await work()
      return nil
    }.run()
  }
}
