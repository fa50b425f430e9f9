import FlowState
import FlowStateTesting
import TestSupport
import Testing

/// Law 5: deeply nested steps begin, end, and are released in constant stack space, however they end.
@Suite(.countsManyUnits)
struct EndingDepthTests {
  typealias Step = FlowStep<Any, Int>

  enum Nesting: CaseIterable, Sendable { case map, retry, always, timeout, then, flow, group, race, join, coordinator }
  enum Ending: CaseIterable, Sendable { case cancelled, failed, completed, abandoned, wentBack }

  /// With recursion, half of this depth would overflow a small stack as well, even with the smallest frames.
  static let depth = trials(100_000, debug: 10_000, few: 5_000)

  /// The nested steps around one that waits.
  static func nested(_ nesting: Nesting, _ leaf: @escaping @Sendable () -> Step) -> AnyFlowStep {
    if nesting == .flow { return FlowStep(flow(depth, leaf)) }
    var step = leaf()
    var any: AnyFlowStep = step
    for _ in 0..<depth {
      switch nesting {
      case .map: step = step.map { $0 }
      case .retry: step = step.retry(attempts: 1)
      case .always: step = step.always { _ in }
      case .timeout: step = step.timeout(.seconds(100_000))
      case .then: step = step.then(FlowStep(Int.self, Int.self, identifier: "s") { _ in nil })
      case .join: step = FlowStep(identifier: "s", joining: [step]).map { $0.first ?? nil }
      case .group: any = ConcurrentFlowStep(identifier: "s", steps: [any])
      case .race: any = RaceFlowStep(identifier: "s", steps: [any])
      case .coordinator: any = NavigationFlowCoordinator(navigationController: 0, identifier: "s", firstStep: any)
      case .flow: break
      }
      step.identifier = "s"
    }
    return [.group, .race, .coordinator].contains(nesting) ? any : step
  }

  /// A flow that nests itself, as a walk through folders does.
  static func flow(_ rest: Int, _ leaf: @escaping @Sendable () -> Step) -> Flow<Any, Int> {
    Flow(Any.self, Int.self, identifier: "F") { _ in rest == 0 ? leaf() : FlowStep(flow(rest - 1, leaf)) }
  }

  @Test(
    "Deeply nested steps end on a small stack, whatever the nesting and the ending",
    arguments: Nesting.allCases, Ending.allCases)
  func ends(nesting: Nesting, ending: Ending) {
    let trace = Trace()
    let objects = ObjectCounter()
    onSmallStack {
      let queue = ManualQueue()
      let kept = LockedList<FlowStepHandler<Any, Int>>()
      let first = LockedList<FlowStepHandler<Any, Int>>()
      let alive = objects.makeObject()
      let run = Flow(Any.self, Int.self, identifier: "Outer") { _ in
        let start = Step(identifier: "start") { _ in
          first.append(FlowStepHandler(Any.self, Int.self))
          return first.all.last
        }
        let nested = Self.nested(nesting) {
          Step(identifier: "leaf") { _ in
            alive.touch()
            kept.append(FlowStepHandler(Any.self, Int.self))
            return kept.all.last
          }
        }
        let closing = nested as? NavigationFlowCoordinator<Int>
        if let closing, ending == .completed {
          let close = Step(identifier: "close") { _ in
            first.appendHandler()
          }
          close.setCompletion { [unowned closing] _, _ in closing.complete() }
          start.nextStep = ConcurrentFlowStep(identifier: "both", steps: [closing, close])
        } else {
          start.nextStep = nested
        }
        return start
      }
      .reversible().on(queue).start { outcome in
        switch outcome {
        case .completed: trace.note("completed")
        case .failed: trace.note("failed")
        case .cancelled: trace.note("cancelled")
        }
      }
      queue.play()
      first[0].complete(1)
      queue.play()
      precondition(kept.count == 1, "the leaf waits")
      switch ending {
      case .cancelled: run.cancel()
      case .failed: kept[0].fail(TestError())
      case .completed: (first.count > 1 ? first[1] : kept[0]).complete(1)
      case .abandoned: kept.removeAll()
      case .wentBack:
        run.goBack()
        queue.play()
        precondition(first.count == 2, "the first step waits again")
        run.cancel()
      }
      queue.play()
    }
    let told: [Ending: String] = [.completed: "completed", .failed: "failed", .abandoned: "failed"]
    #expect(trace.lines == [told[ending] ?? "cancelled"])
    #expect(objects.living == 0)
  }
}
