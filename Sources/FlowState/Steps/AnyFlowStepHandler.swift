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
  @usableFromInline final let lock = SpinLock()
  /// The start that the handler serves, and its reports. This field and the ones below are guarded by `lock`.
  @usableFromInline @exclusivity(unchecked) final var state = HandlerState()
  /// The attachment that the handler shares with the start that it serves; nil before the first start.
  @usableFromInline @exclusivity(unchecked) final var attachment: Attachment?
  /// The reported error, until a run takes it.
  @usableFromInline @exclusivity(unchecked) final var failure: (any Error)?
  /// The reported result, until a run takes it.
  @usableFromInline @exclusivity(unchecked) final var storage = InlineStorage()
  /// The latest late report, until a run takes it or another start has the handler.
  @usableFromInline @exclusivity(unchecked) final var late: LateReport?
  /// The action that stops the work of the next start if that start is cancelled.
  @exclusivity(unchecked) final var cancellation: CancellationAction?

  /// The properties of a handler that the engine made. Set before the handler is bound, and read, on the run's queue.
  @usableFromInline @exclusivity(unchecked) final var engine: EngineHandling?

  /// The properties of a handler that the engine made.
  @usableFromInline
  struct EngineHandling {
    /// The lanes that the step started.
    @usableFromInline var host: LaneHost?
    /// Forwards content to another step; see ``Attachment/forward``.
    @usableFromInline var forward: AnyObject?
    /// Ends other work.
    @usableFromInline var interruption: (() -> Void)?
    /// Whether the engine completes the handler, when the work that the step hosts has ended.
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
      // In a turn, because a closure would otherwise run inside the statement that released the handler.
      attachment.eventLoop.postLater(attachment)
    } else if attachment.reportsRelease.load(ordering: .relaxed) {
      attachment.eventLoop.post(attachment)
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
    let isForNextStart = CurrentThread.eventLoop?.isStarting ?? false
    let stored = CancellationAction(action)
    lock.lock()
    let refused: Attachment?
    let replaced: CancellationAction?
    if !isForNextStart, let attachment, state.phase == .waiting || state.phase == .reported {
      // Under the lock. Otherwise the start could settle first and keep the action.
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
    // The start was cancelled before the action was set.
    if let refused { refused.eventLoop.post(ClosureMessage { action() }) }
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
  func makeLate(_ attachment: Attachment, _ storage: InlineStorage, _ failure: (any Error)?) -> LateReport {
    LateReport(self, attachment, failure: failure)
  }
}
