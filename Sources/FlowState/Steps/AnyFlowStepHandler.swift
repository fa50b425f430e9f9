public import Synchronization

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
/// Guard of `@unchecked Sendable`: the atomic `ticket` gives the report to one thread at a time, and orders it before the
/// queue's reading. The link is set by the queue before the ticket says that the handler is attached, and replaced only
/// when the ticket says that nobody else looks. The rest is confined to the queue that attaches the handler.
public class AnyFlowStepHandler: @unchecked Sendable {
  @usableFromInline final let ticket = Atomic<UInt32>(0)
  /// What the run shares, once attached. Guard: the queue writes it while the ticket lets no other thread look.
  @usableFromInline @exclusivity(unchecked) final var link: Link?
  /// The error that was reported. Guard: the ticket; the thread that it lets store, then the queue.
  @usableFromInline @exclusivity(unchecked) final var failure: (any Error)?
  /// The result that was reported. Guard: as for the error.
  @usableFromInline @exclusivity(unchecked) final var room = Room()
  /// Ends the work if its step is cancelled, until the handler is attached; then its link has it.
  @usableFromInline @exclusivity(unchecked) final var interruption: (() -> Void)?
  /// Whether the engine completes it, because what its step hosts has ended. Set before anybody else has the handler.
  @usableFromInline @exclusivity(unchecked) final var isEngines = false
  /// The identity of the queue where the handler's content belongs: that of its run, and before it is attached the one
  /// where its update handler was set. 0 while neither has happened.
  final let home = Atomic<UInt>(0)

  @inlinable
  init() {}

  deinit {
    guard let link = link.take() else { return }
    link.isOrphaned.store(true, ordering: .releasing)
    if Ticket(word: ticket.load(ordering: .acquiring)).phase == .waiting {
      // By a turn: closures that ran now would run inside whatever statement has let go of the handler.
      link.conductor.postLater(link)
    } else if link.wantsFarewell.load(ordering: .relaxed) {
      link.conductor.post(link)
    }
  }

  /// Reports that the step's work has failed; the step settles as failed.
  ///
  /// May be called from any thread, also inside the intent. If the step has settled already, the report is ignored and
  /// the run's observer is told.
  ///
  /// - Parameter error: What went wrong. The run's error keeps it as its cause.
  public final func fail(_ error: any Error) {
    report { handler in
      handler.clearResult()
      handler.failure = error
    } again: { link, visit in
      link.conductor.post(Repetition(self, link, during: visit, failure: error))
    }
  }

  /// Sets what stops the work when nobody waits for it any more: the step's run is cancelled, a sibling's failure cuts the
  /// step off, or the step is started again.
  ///
  /// Set it where ``FlowStepHandler/contentUpdateHandler`` is set: inside the intent, or on the run's queue while the step
  /// waits. It is called on that queue, at most once, the innermost step's first. Setting it again replaces it, and a step
  /// that has settled lets go of it.
  ///
  /// ```swift
  /// let request = client.fetch { reply in handler.complete(reply) }
  /// handler.onCancel { request.cancel() }
  /// ```
  ///
  /// - Parameter action: Stops the work. A completion that arrives all the same is ignored and told to the observer.
  public final func onCancel(_ action: @escaping () -> Void) {
    preconditionHome()
    if let link, link.isAwaited { link.interruption = action } else { interruption = action }
  }

  // MARK: The ticket

  /// Applies a transition to the ticket and returns what it says is to be done.
  @inlinable
  final func transition<Action>(_ body: (inout Ticket) -> Action) -> Action {
    var seen = ticket.load(ordering: .acquiring)
    while true {
      var next = Ticket(word: seen)
      let action = body(&next)
      if next.word == seen { return action }
      let (exchanged, original) = ticket.weakCompareExchange(
        expected: seen, desired: next.word, successOrdering: .acquiringAndReleasing, failureOrdering: .acquiring)
      if exchanged { return action }
      seen = original
    }
  }

  /// Reports once: `store` puts the report into the handler, `again` tells the queue of one that came too late.
  @inlinable
  final func report(_ store: (AnyFlowStepHandler) -> Void, again: (_ link: Link, _ visit: Int) -> Void) {
    while true {
      switch transition({ $0.complete() }) {
      case .store:
        store(self)
        if transition({ $0.publish() }) { deliver() }
        return
      case .deliver:
        store(self)
        deliver()
        return
      case .ignore:
        return
      case .report:
        // Both are read before the ticket is given back: until then the queue does not attach the handler anew.
        let link = link
        let visit = link?.reopening.load(ordering: .acquiring) ?? 0
        transition { $0.reported() }
        if let link { again(link, visit) }
        return
      case .again:
        continue
      }
    }
  }

  @usableFromInline
  final func deliver() {
    guard let link else { return }
    if isEngines {
      link.completed = self
      link.conductor.postConsequence(link)
    } else {
      link.unownedConductor._withUnsafeGuaranteedRef { $0.post(self, link) }
    }
  }

  @inlinable
  final func takeFailure() -> (any Error)? {
    guard let failure else { return nil }
    self.failure = nil
    return failure
  }

  /// Drops a result that a later early report replaces.
  @usableFromInline
  func clearResult() {}
}
