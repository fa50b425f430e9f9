import FlowState
import FlowStateTesting
import TestSupport
import Testing

/// Law 5: chains of steps are released in constant stack, whatever links them.
@Suite(.countsManyUnits)
struct ReleaseDepthTests {
  typealias Step = FlowStep<Int, Int>

  enum Link: CaseIterable, Sendable {
    case nextStep, intent, completion, outcome, failure, undo, onCancel, onContentUpdate, content
    case branch, recover, recoverWith, then, retryPredicate, retry, always, map, mapContent, delay, timeout
    case group, race, join, racing, coordinator, flow

    /// A step that holds `next` through this link.
    func link(to next: Step) -> Step {
      let step = leaf()
      switch self {
      case .nextStep: step.nextStep = next
      case .intent: return Step(identifier: "s") { _ in withExtendedLifetime(next) { nil } }
      case .completion: step.setCompletion { step, _ in step.nextStep = next }
      case .outcome: step.setOutcome { step, _ in step.nextStep = next }
      case .failure: step.setFailure { _ in .goTo(next) }
      case .undo: step.setUndo { _, _ in withExtendedLifetime(next) {} }
      case .onCancel: step.onCancel { withExtendedLifetime(next) {} }
      case .onContentUpdate: step.onContentUpdate { _ in withExtendedLifetime(next) {} }
      case .content:
        let holder = FlowStep(Any.self, Int.self, identifier: "s") { _ in nil }
        holder.content = next
        step.nextStep = holder
      case .branch: return step.branch { _ in next }
      case .recover: return step.recover { _ in withExtendedLifetime(next) { nil } }
      case .recoverWith: return step.recover(with: next)
      case .then: return step.then(next)
      case .retryPredicate: return step.retry(attempts: 1) { _ in withExtendedLifetime(next) { true } }
      case .retry: return next.retry(attempts: 1)
      case .always: return next.always { _ in }
      case .map: return next.map { $0 }
      case .mapContent: return next.mapContent { $0 }
      case .delay: return next.delay(.seconds(1))
      case .timeout: return next.timeout(.seconds(1))
      case .group: step.nextStep = ConcurrentFlowStep(identifier: "s", steps: [next])
      case .race: step.nextStep = RaceFlowStep(identifier: "s", steps: [next])
      case .join: step.nextStep = FlowStep(identifier: "s", joining: [next])
      case .racing: step.nextStep = FlowStep(identifier: "s", racing: [next])
      case .coordinator:
        step.nextStep = NavigationFlowCoordinator(navigationController: 0, identifier: "s", firstStep: next)
      case .flow:
        step.setFailure { _ in .goTo(next) }
        step.setOutcome { step, _ in step.nextStep = next }
      }
      return step
    }

    private func leaf() -> Step { Step(identifier: "s") { _ in nil } }
  }

  /// The length of the chains. With recursion, a fifth of it would overflow a small stack as well.
  private static let length = trials(100_000, few: 20_000)

  /// A long chain, whose last step holds an object.
  static func chain(_ link: Link, _ objects: ObjectCounter) -> Step {
    let alive = objects.makeObject()
    var step = Step(identifier: "s") { _ in
      alive.touch()
      return nil
    }
    for _ in 0..<length {
      step = link.link(to: step)
      // The names would make up most of the work.
      step.identifier = "s"
    }
    return step
  }

  @Test("A chain that never ran is released on a small stack, whatever links it", arguments: Link.allCases)
  func unstarted(link: Link) {
    let objects = ObjectCounter()
    onSmallStack { _ = Self.chain(link, objects) }
    #expect(objects.living == 0)
  }

  @Test(
    "A run's chain is released on a small stack, whether the builder or a closure made it",
    arguments: Link.allCases, [true, false])
  func ofRun(link: Link, isBuilt: Bool) {
    let objects = ObjectCounter()
    let queue = ManualQueue()
    let trace = Trace()
    Flow(Any.self, Int.self, identifier: "F") { _ in
      let first = FlowStep(Any.self, Int.self, identifier: "first") { _ in nil }
      let last = FlowStep(Any.self, Int.self, identifier: "last") { _ in nil }
      let built = isBuilt ? Self.chain(link, objects) : nil
      first.setCompletion { first, _ in
        let chain = built ?? Self.chain(link, objects)
        last.setUndo { _, _ in withExtendedLifetime(chain) {} }
        first.nextStep = last
      }
      return first
    }
    .on(queue).start { _ in trace.note("\(objects.living) alive") }
    onSmallStack { queue.play() }
    #expect(trace.lines == ["0 alive"])
  }
}
