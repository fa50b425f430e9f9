import Synchronization

/// A handler without its types. Use it to report that the work failed.
///
/// Pass it to code that starts or watches work but doesn't produce the result:
///
/// ```swift
/// func watch(_ connection: Connection, for handler: AnyFlowStepHandler) {
///   connection.onLoss { error in handler.fail(error) }
/// }
/// ```
///
/// `@unchecked Sendable`: `lock` guards everything that changes after the handler is shared. The lock is never held during a
/// call, an allocation or a release.
public class AnyFlowStepHandler: @unchecked Sendable {
  // These three share a word.
  @usableFromInline final let lock = SpinLock()
  /// Whether the engine completes the handler, when the work that the step hosts has ended. Set before the handler is bound.
  @exclusivity(unchecked) final var isCompletedByEngine = false
  /// Whether the handler's owner receives content. Any thread can read it.
  final let hasUpdate = Atomic<Bool>(false)
  /// The start that the handler serves, and its reports. This field and the ones below are guarded by `lock`.
  @usableFromInline @exclusivity(unchecked) final var state = HandlerState()
  /// The lane of the start that the handler serves; nil before the first start. The handler owns this reference. Unmanaged,
  /// because two threads use the lane, and each needless retain of it would cost more than the rest of a report.
  @exclusivity(unchecked) final var lane: Unmanaged<Lane>?
  /// The number of the visit in which the handler serves, in the run of the lane.
  @exclusivity(unchecked) final var visit = 0
  /// The name of the step that the handler serves.
  @exclusivity(unchecked) final var name = StepName("")
  /// The attachment that the handler shares with the start that it serves, if the start needs one.
  @usableFromInline @exclusivity(unchecked) final var attachment: Attachment?
  /// The reported error, until a run takes it.
  @usableFromInline @exclusivity(unchecked) final var failure: (any Error)?
  /// The reported result, until a run takes it.
  @usableFromInline @exclusivity(unchecked) final var storage = InlineStorage()
  /// The latest late report, until a run takes it or another start has the handler.
  @usableFromInline @exclusivity(unchecked) final var late: LateReport?
  /// The action that stops the work of the next start if that start is cancelled.
  @exclusivity(unchecked) final var cancellation: CancellationAction?
  /// The mail that the handler has on its way.
  @exclusivity(unchecked) final var mail = HandlerMail()

  /// The word of the next node in a mailbox. See ``MailNode/older``.
  @exclusivity(unchecked) final var older: UInt = 0
  /// What a module of the package has connected with the next start. Set and read on the run's queue.
  @exclusivity(unchecked) final var connection: HandlerConnection?

  @inlinable
  init() {}

  deinit {
    guard let lane else { return }
    if late != nil { late = nil }
    lane._withUnsafeGuaranteedRef { tellRelease($0) }
    lane.release()
  }

  /// Tells the lane that the last owner releases the handler.
  private func tellRelease(_ lane: Lane) {
    attachment?.isOrphaned.store(true, ordering: .releasing)
    let isAbandoned = state.phase == .waiting && lane.awaits(visit)
    guard isAbandoned || attachment?.reportsRelease.load(ordering: .relaxed) ?? false else { return }
    let release = HandlerRelease(of: name, servingIn: lane, visit: visit, attachment)
    lane.unownedEventLoop._withUnsafeGuaranteedRef {
      // In a turn, because a closure would otherwise run inside the statement that released the handler.
      if isAbandoned { $0.postLater(release) } else { $0.post(release) }
    }
  }

  /// Sets an action that stops the work when its result is no longer needed.
  ///
  /// The result is no longer needed when the run is cancelled, when a sibling's failure or a timeout ends the step, and when
  /// the step is started again.
  ///
  /// You can call this method from any thread. Inside an intent, the action is for the start whose intent next returns the
  /// handler. Elsewhere, it is for the start that waits for the handler. If that start is already cancelled, the run calls the
  /// action soon. A second call replaces the action. A step that settles releases it.
  ///
  /// If the action uses state of the flow's builder, set it on the step: ``AnyFlowStep/onCancel(_:)``.
  ///
  /// ```swift
  /// let request = client.fetch { reply in handler.complete(reply) }
  /// handler.onCancel { request.cancel() }
  /// ```
  ///
  /// - Parameter action: Stops the work. Called on the run's queue, at most once, for the innermost step first. If the handler
  ///   still reports, the run ignores the report and notifies the observer.
  public final func onCancel(_ action: @escaping @Sendable () -> Void) {
    let stored = CancellationAction(action)
    let message = CancellationActionMessage(stored)
    let here = CurrentThread.eventLoop
    let isForNextStart = here?.isStarting ?? false
    lock.lock()
    guard !isForNextStart, state.phase == .waiting || state.phase == .reported, let lane = lane?.takeUnretainedValue()
    else {
      let replaced = cancellation
      cancellation = stored
      if state.phase == .settled { stored.time = LateReport.tick() }
      lock.unlock()
      return withExtendedLifetime(replaced) {}
    }
    // After a report, no work is left to stop.
    let isWorking = state.phase != .reported
    let visit = visit
    let eventLoop = lane.run.eventLoop
    guard isWorking, eventLoop !== here else {
      lock.unlock()
      if isWorking { lane.setCancellation(stored, for: visit) }
      return
    }
    message.address(to: lane, visit)
    // Under the lock, so that the action is delivered before a report.
    let needsTurn = eventLoop.pushLocked(message)
    lock.unlock()
    if needsTurn { eventLoop.scheduleTurn() }
  }

  /// A report. The code that takes it must empty the storage.
  @usableFromInline
  struct Report {
    @usableFromInline var storage: InlineStorage
    @usableFromInline let failure: (any Error)?

    @inlinable
    init(storage: InlineStorage = InlineStorage(), failure: (any Error)? = nil) {
      self.storage = storage
      self.failure = failure
    }
  }

  // MARK: Overridden by the subclass, which knows the type of the result

  /// Releases a result.
  func drop(_ storage: InlineStorage) {}

  /// Makes a handler that only carries a report.
  func makeCarrier() -> AnyFlowStepHandler { AnyFlowStepHandler() }

  /// Makes the message of a late report. The message owns the result.
  func makeLate(_ storage: InlineStorage, _ failure: (any Error)?) -> LateReport {
    LateReport(self, failure: failure)
  }
}
