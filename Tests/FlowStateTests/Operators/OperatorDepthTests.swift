import FlowState
import FlowStateTesting
import TestSupport
import Testing

/// Law 5 for operators: a step that is wrapped ten thousand times needs no more stack than one.
struct OperatorDepthTests {

  enum Ending: CaseIterable, Sendable { case completed, failed, neverStarted }

  @Test(
    "run and released on a thread with a small stack",
    arguments: OperatorUnderTest.allCases.filter { $0 != .delay }, Ending.allCases)
  func deep(operation: OperatorUnderTest, ending: Ending) {
    let bench = Bench()
    onSmallStack {
      guard ending != .neverStarted else {
        _ = Self.wrapped(bench.instant(), operation, bench.census)
        return
      }
      bench.start {
        Self.wrapped(ending == .completed ? bench.instant("a", "A") : bench.failing(), operation, bench.census)
      }
    }
    switch ending {
    case .completed: #expect(bench.told == "= A")
    case .failed:
      let told = operation == .recoverWith ? "= spare" : "= Step 'a' failed (visit "
      #expect(bench.told?.hasPrefix(told) == true)
    case .neverStarted: break
    }
    #expect(bench.census.living == 0)
  }

  /// Wraps a step; a retry that tries once, because tries multiply.
  private static func wrapped(_ step: Bench.Step, _ operation: OperatorUnderTest, _ census: Census) -> Bench.Step {
    var wrapped = step
    // The hand-played clock looks at all its alarms each time.
    for _ in 0..<(operation == .timeout ? 1_000 : trials(10_000, sanitized: 2_000)) {
      wrapped = operation == .retry ? wrapped.retry(attempts: 1) : operation.apply(to: wrapped, census: census)
      // The names would make up most of the work.
      wrapped.identifier = "w"
    }
    return wrapped
  }

  @Test("a hundred thousand attempts need no stack and keep nothing of the past")
  func manyAttempts() {
    let bench = Bench()
    let flow = Flow(Any.self, String.self, identifier: "F") { scope in
      let step = bench.failing(times: trials(100_000, sanitized: 10_000)).retry(attempts: .max) { error in
        let alive = bench.census.newborn()
        alive.touch()
        return bench.census.living == 1
      }
      step.setCompletion { _, result in scope.result = result }
      return step
    }
    flow.on(bench.queue).start { outcome in
      if case .completed(let result) = outcome { bench.trace.note("= \(result ?? "nil")") }
    }
    onSmallStack { bench.queue.play() }
    #expect(bench.told == "= done")
  }
}
