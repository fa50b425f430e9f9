/// A step that hosts a flow of screens on a navigation object, until it is told that the screens are done.
///
/// ```swift
/// let coordinator = NavigationFlowCoordinator(navigationController: navigator, identifier: "Profile", firstStep: display)
/// coordinator.nextStep = farewell
/// ```
///
/// Starting it starts the first step. When a step inside completes without a next one, the coordinator goes on: that is
/// the resting state of a screen, which may report again. It completes when ``complete()`` is called. A failure inside a
/// ``Flow`` fails the coordinator; in a bare run the screens come to rest.
///
/// The navigation object can be anything: the coordinator only holds it for the steps' closures. Like every step, a
/// coordinator belongs to the queue of its run.
///
/// Source: `NavigationFlowCoordinator` of the original FlowState, whose completion nobody could reach.
open class NavigationFlowCoordinator<Navigator>: AnyFlowStep {
  /// The object on which the steps show their screens.
  public final let navigationController: Navigator

  private var firstStep: AnyFlowStep?
  private var handler: FlowStepHandler<Any, Void>?
  private var outer: Lane?
  private weak var inner: Lane?

  /// The lane of the screens, closed when the coordinator is cancelled.
  private final class Screens: LaneHost {
    private weak var coordinator: NavigationFlowCoordinator?

    init(of coordinator: NavigationFlowCoordinator) {
      self.coordinator = coordinator
    }

    override var lanes: [Lane] { (coordinator?.inner).map { [$0] } ?? [] }

    override func lanesWereClosed() {
      // A late complete() must not take the place of the step that the run has gone to.
      coordinator?.handler = nil
      coordinator?.outer = nil
    }
  }

  /// Makes a coordinator.
  ///
  /// - Parameters:
  ///   - navigationController: The object on which the steps show their screens.
  ///   - identifier: The name of the coordinator in errors and traces.
  ///   - firstStep: The step that starting the coordinator starts.
  public init(navigationController: Navigator, identifier: String = "", firstStep: any Startable) {
    self.navigationController = navigationController
    self.firstStep = AnyFlowStep.of(firstStep)
    super.init(
      identifier: identifier,
      work: { step, lane in unsafeDowncast(step, to: NavigationFlowCoordinator.self).start(in: lane) })
  }

  deinit {
    IterativeRelease.shallowly {
      firstStep = nil
    } keeping: {
      firstStep as Any
    }
  }

  /// Ends the hosted flow: what it has under way is cancelled, and the coordinator's `nextStep` starts.
  ///
  /// Call it on the queue of the run, for instance in a completion closure. Before the coordinator was started, and a
  /// second time after one start, it does nothing.
  public final func complete() {
    guard let handler = handler.take(), let outer = outer.take() else { return }
    inner?.close()
    outer.regainCurrent(self)
    handler.complete(())
  }

  private func start(in lane: Lane) -> Progress {
    guard let firstStep else { return .completed }
    inner?.close()
    let handler = FlowStepHandler<Any, Void>.ofEngine(host: Screens(of: self))
    self.handler = handler
    outer = lane
    // The screens hold this lane through their handlers, and the lane holds the coordinator; so the coordinator lives
    // while anybody could move it, and the chain that waits for it need not hold it.
    let inner = Lane(in: lane.run, isOpen: true) { [self] failure in
      guard let error = failure, let handler = self.handler.take() else { return }
      outer?.regainCurrent(self)
      outer = nil
      handler.fail(error)
    }
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
