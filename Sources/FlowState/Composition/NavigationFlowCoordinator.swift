/// A step that hosts a flow of screens on a navigation object until you complete it.
///
/// ```swift
/// let coordinator = NavigationFlowCoordinator(navigationController: navigator, identifier: "Profile", firstStep: display)
/// coordinator.nextStep = farewell
/// ```
///
/// Starting the coordinator starts its first step. When a hosted step completes without a next step, the coordinator continues
/// to wait, because a screen at rest can report again. The coordinator completes when you call ``complete()``. In a run of a
/// ``Flow``, a failure fails the coordinator. In a bare run, the screens come to rest.
///
/// The navigation object can have any type. The coordinator only keeps it for the steps' closures. Like every step, a
/// coordinator belongs to the queue of its run.
///
/// As in the original FlowState: `NavigationFlowCoordinator`.
open class NavigationFlowCoordinator<Navigator>: AnyFlowStep {
  /// The object on which the steps show their screens.
  public final let navigationController: Navigator

  private var firstStep: AnyFlowStep?
  private var handler: FlowStepHandler<Any, Void>?
  private var outer: Lane?
  private weak var inner: Lane?

  /// The host of the screens' lane. The lane is closed when the coordinator is cancelled.
  private final class Screens: LaneHost {
    private weak var coordinator: NavigationFlowCoordinator?

    init(of coordinator: NavigationFlowCoordinator) {
      self.coordinator = coordinator
    }

    override var lanes: [Lane] { (coordinator?.inner).map { [$0] } ?? [] }

    override func lanesWereClosed() {
      // A late call of complete() must not replace the step that the run has gone to.
      coordinator?.handler = nil
      coordinator?.outer = nil
    }
  }

  /// The host that the screens' lane refers to. The screens hold their lane through their handlers, the lane holds this
  /// host, and this host holds the coordinator. So the coordinator lives as long as a handler can move it, and the
  /// chain that waits for it doesn't need to hold it.
  private final class Keeper: LaneHost {
    private let coordinator: NavigationFlowCoordinator

    init(of coordinator: NavigationFlowCoordinator) {
      self.coordinator = coordinator
    }

    override func laneEnded(_ lane: Lane, _ failure: FlowError?) {
      if let failure { coordinator.fail(failure) }
    }
  }

  /// Creates a coordinator.
  ///
  /// - Parameters:
  ///   - navigationController: The object on which the steps show their screens.
  ///   - identifier: The name of the coordinator in errors and traces.
  ///   - firstStep: The step that starts when the coordinator starts.
  public init(navigationController: Navigator, identifier: String = "", firstStep: any Startable) {
    self.navigationController = navigationController
    self.firstStep = AnyFlowStep.of(firstStep)
    super.init(
      identifier: identifier,
      perform: { step, command in
        command.ifStart { unsafeDowncast(step, to: NavigationFlowCoordinator.self).start(in: $0) }
      })
  }

  deinit {
    IterativeRelease.shallowly {
      firstStep = nil
    } keeping: {
      firstStep as Any
    }
  }

  /// Completes the coordinator: cancels the work under way in the hosted flow, and starts the coordinator's `nextStep`.
  ///
  /// Call this method on the queue of the run, for instance in a completion closure. In a closure of the run, it takes effect when the
  /// closure returns, and nothing else starts before. It does nothing before the coordinator starts, or if the coordinator has already
  /// completed.
  public final func complete() {
    outer?.run.eventLoop.meetOrPost { self.finish() }
  }

  /// Completes the coordinator between two closures, unless it was cancelled since, or has completed.
  private func finish() {
    guard let handler = handler.take(), let outer = outer.take() else { return }
    inner?.close()
    outer.regainCurrent(self)
    handler.complete(())
  }

  private func fail(_ error: FlowError) {
    guard let handler = handler.take() else { return }
    outer?.regainCurrent(self)
    outer = nil
    handler.fail(error)
  }

  private func start(in lane: Lane) -> Progress {
    guard let firstStep else { return .completed }
    inner?.close()
    let handler = FlowStepHandler<Any, Void>.ofEngine(host: Screens(of: self))
    self.handler = handler
    outer = lane
    let inner = Lane(in: lane.run, for: Keeper(of: self), isOpen: true)
    self.inner = inner
    inner.startSoon(firstStep)
    guard case .waiting = attach(handler, in: lane) else { return .completed }
    return .hosting
  }

  override func dismantle() {
    super.dismantle()
    firstStep = nil
    handler = nil
    outer = nil
  }
}
