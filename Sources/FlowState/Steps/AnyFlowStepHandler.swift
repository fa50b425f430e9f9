import Synchronization

/// What every ``FlowStepHandler`` can do, whatever its types: report that the work has failed.
///
/// Hand this to code that starts work but does not produce the result:
///
/// ```swift
/// func watch(_ connection: Connection, for handler: AnyFlowStepHandler) {
///   connection.onLoss { error in handler.fail(error) }
/// }
/// ```
///
/// Guard of `@unchecked Sendable`: `lock`, for all that changes after the handler has been handed out. Nothing is called,
/// allocated or released under it.
public class AnyFlowStepHandler: @unchecked Sendable {
  @usableFromInline final let lock = SpinLock()
  /// Which start the handler serves, and what was reported. Guard, as for the fields below: `lock`.
  @usableFromInline @exclusivity(unchecked) final var state = HandlerState()
  /// What the start that the handler serves shares with it; nil before the first.
  @usableFromInline @exclusivity(unchecked) final var link: Link?
  /// The error that was reported and not taken yet.
  @usableFromInline @exclusivity(unchecked) final var failure: (any Error)?
  /// The result that was reported and not taken yet.
  @usableFromInline @exclusivity(unchecked) final var room = Room()
  /// The latest late report, until a run has taken it or another start has the handler.
  @usableFromInline @exclusivity(unchecked) final var late: LateReport?
  /// What stops the work of the next start, if that is cancelled.
  @exclusivity(unchecked) final var cancellation: CancellationAction?

  /// What the engine's own work needs. Guard: set by the run's queue before the handler is bound, and read there.
  @usableFromInline @exclusivity(unchecked) final var engine: EngineHandling?

  /// What the engine adds to a handler of its own.
  @usableFromInline
  struct EngineHandling {
    /// What the step has started in lanes of its own.
    @usableFromInline var host: LaneHost?
    /// Hands content on to another step; see ``Link/forward``.
    @usableFromInline var forward: AnyObject?
    /// Ends other work.
    @usableFromInline var interruption: (() -> Void)?
    /// Whether the engine completes the handler, because what its step hosts has ended.
    @usableFromInline var isCompletedByEngine = false

    @inlinable
    init() {}
  }

  @inlinable
  init() {}

  deinit {
    if late != nil { late = nil }
    guard let link = link.take() else { return }
    link.isOrphaned.store(true, ordering: .releasing)
    if state.phase == .waiting {
      // By a turn: closures that ran now would run inside whatever statement has let go of the handler.
      link.conductor.postLater(link)
    } else if link.wantsFarewell.load(ordering: .relaxed) {
      link.conductor.post(link)
    }
  }

  /// Reports that the step's work has failed; the step settles as failed.
  ///
  /// May be called from any thread, also inside the intent. Which start the report belongs to is the same as for
  /// ``FlowStepHandler/complete(_:)``.
  ///
  /// - Parameter error: What went wrong. The run's error keeps it as its cause.
  public final func fail(_ error: any Error) {
    report(Room(), failure: error)
  }

  /// Sets what stops the work when its result is not wanted any more: the run is cancelled, a sibling's failure or a timeout
  /// ends the step, or the step is started again.
  ///
  /// May be called from any thread. Inside an intent it is meant for the start whose intent returns the handler next; anywhere
  /// else for the start that waits for the handler. If that start has been cancelled already, the action is called soon.
  /// Setting it again replaces it. A step that has settled lets go of it.
  ///
  /// What touches the state of the flow's builder is set on the step instead: ``AnyFlowStep/onCancel(_:)``.
  ///
  /// ```swift
  /// let request = client.fetch { reply in handler.complete(reply) }
  /// handler.onCancel { request.cancel() }
  /// ```
  ///
  /// - Parameter action: Stops the work. Called on the run's queue, at most once, the innermost step's first. A completion
  ///   that arrives all the same is ignored and reported to the observer.
  public final func onCancel(_ action: @escaping @Sendable () -> Void) {
    let isForNextStart = Ambient.conductor?.isStarting ?? false
    let stored = CancellationAction(action)
    lock.lock()
    let refused: Link?
    let replaced: CancellationAction?
    if !isForNextStart, let link, state.phase == .waiting || state.phase == .reported {
      // Under the lock, so that the start cannot settle meanwhile, and keep it.
      let outcome = link.cancellation.set(stored)
      refused = outcome.isKept ? nil : link
      replaced = outcome.replaced
    } else {
      refused = nil
      replaced = cancellation
      cancellation = stored
      if state.phase == .settled { stored.time = LateReport.tick() }
    }
    lock.unlock()
    withExtendedLifetime(replaced) {}
    // The start was cancelled before the work could say how it is stopped.
    if let refused { refused.conductor.post(Errand { action() }) }
  }

  // MARK: Reporting

  /// The number of the start whose intent executes in the run of the start that has the handler, and has not settled; 0 if none
  /// does. Under the lock.
  private final var startUnderWay: Int {
    guard state.phase == .waiting || state.phase == .reported, let link else { return 0 }
    return link.unownedConductor._withUnsafeGuaranteedRef { $0.startUnderWay }
  }

  /// Whether a report that comes now is not that of the start which has the handler. Under the lock.
  private final var isReportLate: Bool {
    state.isLate(during: startUnderWay, hasEnded: link?.cancellation.isCancelled ?? false)
  }

  /// Takes a report in, from any thread.
  ///
  /// - Parameters:
  ///   - fresh: The result, which the handler owns from now on.
  ///   - failure: The error, if the work has failed.
  @usableFromInline
  final func report(_ fresh: Room, failure: (any Error)?) {
    lock.lock()
    guard isReportLate, let link else { return accept(fresh, failure) }
    lock.unlock()
    // Made without the lock, so another start may bind the handler meanwhile: then the report is that start's.
    let late = makeLate(link, fresh, failure)
    lock.lock()
    guard isReportLate, let link = self.link else { return accept(late.takeRoom(), failure) }
    late.enter(for: link, isOnTop: state.phase != .settled)
    let replaced = self.late
    if let replaced, !replaced.isTaken, !replaced.isDelivered { late.earlier = replaced }
    self.late = late
    state.reportLate(at: late.time)
    lock.unlock()
    withExtendedLifetime(replaced) {}
    late.send()
  }

  /// Takes in a report that is not late. Under the lock, which it gives back.
  private final func accept(_ fresh: Room, _ failure: (any Error)?) {
    switch state.report(during: startUnderWay) {
    case .store:
      let replaced = (room, self.failure)
      room = fresh
      self.failure = failure
      lock.unlock()
      drop(replaced.0)
      withExtendedLifetime(replaced.1) {}
    case .send:
      room = fresh
      self.failure = failure
      let link = link
      lock.unlock()
      if let link { send(to: link) }
    case .drop:
      lock.unlock()
      drop(fresh)
    case .sendLate:
      // Without a link: it was done inside the intent, and the engine is about to let go of it.
      state.countSurplus()
      lock.unlock()
      drop(fresh)
    }
  }

  private final func send(to link: Link) {
    if engine?.isCompletedByEngine ?? false {
      link.completed = self
      link.conductor.postConsequence(link)
    } else {
      link.unownedConductor._withUnsafeGuaranteedRef { $0.post(self, link) }
    }
  }

  /// Takes the report that has been sent to a link, and says how many came on top of it; nil if another start has it. On the
  /// queue of the link.
  @inlinable
  final func takeReport(for link: Link) -> (report: Report, surplus: UInt32)? {
    lock.lock()
    if self.link === link {
      let report = takeReport()
      let surplus = state.receive()
      lock.unlock()
      return (report, surplus)
    }
    // Another start has bound the handler since, and has left the report here.
    let parked = link.parked
    link.parked = nil
    lock.unlock()
    return parked?.takeParkedReport()
  }

  @usableFromInline
  final func takeParkedReport() -> (report: Report, surplus: UInt32) {
    (takeReport(), state.receive())
  }

  /// Takes the report that the handler keeps, which is empty then. Under the lock.
  @usableFromInline
  final func takeReport() -> Report {
    let report = Report(room: room, failure: failure)
    room = Room()
    failure = nil
    return report
  }

  /// What was reported. Its taker empties the room.
  @usableFromInline
  struct Report {
    @usableFromInline var room: Room
    @usableFromInline let failure: (any Error)?

    @inlinable
    init(room: Room, failure: (any Error)?) {
      self.room = room
      self.failure = failure
    }
  }

  // MARK: What only the subclass can do, which knows the type of the result

  /// Drops a result.
  func drop(_ room: Room) {}

  /// Makes a handler that only carries a report.
  func makeCarrier() -> AnyFlowStepHandler { AnyFlowStepHandler() }

  /// Makes the message of a late report, which owns the result.
  func makeLate(_ link: Link, _ room: Room, _ failure: (any Error)?) -> LateReport {
    LateReport(self, link, failure: failure)
  }
}
