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
  @usableFromInline @exclusivity(unchecked) final var attachment: Attachment?
  /// The error that was reported and not taken yet.
  @usableFromInline @exclusivity(unchecked) final var failure: (any Error)?
  /// The result that was reported and not taken yet.
  @usableFromInline @exclusivity(unchecked) final var storage = InlineStorage()
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
    /// Hands content on to another step; see ``Attachment/forward``.
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
    guard let attachment = attachment.take() else { return }
    attachment.isOrphaned.store(true, ordering: .releasing)
    if state.phase == .waiting, !attachment.cancellation.isCancelled {
      // By a turn: closures that ran now would run inside whatever statement has let go of the handler.
      attachment.eventLoop.postLater(attachment)
    } else if attachment.reportsRelease.load(ordering: .relaxed) {
      attachment.eventLoop.post(attachment)
    }
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
    let isForNextStart = CurrentThread.eventLoop?.isStarting ?? false
    let stored = CancellationAction(action)
    lock.lock()
    let refused: Attachment?
    let replaced: CancellationAction?
    if !isForNextStart, let attachment, state.phase == .waiting || state.phase == .reported {
      // Under the lock, so that the start cannot settle meanwhile, and keep it.
      let outcome = attachment.cancellation.set(stored)
      refused = outcome.isKept ? nil : attachment
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
    if let refused { refused.eventLoop.post(ClosureMessage { action() }) }
  }

  /// What was reported. Its taker empties the storage.
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

  // MARK: What only the subclass can do, which knows the type of the result

  /// Drops a result.
  func drop(_ storage: InlineStorage) {}

  /// Makes a handler that only carries a report.
  func makeCarrier() -> AnyFlowStepHandler { AnyFlowStepHandler() }

  /// Makes the message of a late report, which owns the result.
  func makeLate(_ attachment: Attachment, _ storage: InlineStorage, _ failure: (any Error)?) -> LateReport {
    LateReport(self, attachment, failure: failure)
  }
}
