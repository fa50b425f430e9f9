import Synchronization

/// A report that came when the handler's start had settled, or had a report on its way.
///
/// If an intent was executing when it came, and returns the handler, it is that start's report. Otherwise an open run at rest
/// takes it and moves on. Otherwise it is extra, and the observer of the settled start's run is told.
@usableFromInline
class LateReport: Message {
  /// Counts late reports, so that an intent knows which of them came after its call. It orders reports of all threads and
  /// has no other use.
  private static let clock = Atomic<UInt64>(0)

  /// The time on the clock of late reports.
  static var now: UInt64 { clock.load(ordering: .acquiring) }

  /// Lets the clock go on.
  static func tick() -> UInt64 { clock.add(1, ordering: .acquiringAndReleasing).newValue }

  /// The handler, until the report has been delivered. Guard: the thread that sends the report, then the queue that delivers
  /// it.
  @exclusivity(unchecked) private final var handler: AnyFlowStepHandler?
  /// The attachment of the start that had settled. Guard: as for the handler.
  @exclusivity(unchecked) private(set) final var attachment: Attachment
  final let failure: (any Error)?
  /// When the report came. Guard: the handler's lock.
  @exclusivity(unchecked) private(set) final var time: UInt64 = 0
  /// Whether the start has not completed by a report before: then its step does not complete again by this one.
  @exclusivity(unchecked) private(set) final var isOnTop = false
  /// Whether a run has taken the report, or has told of it. Guard: the handler's lock.
  @exclusivity(unchecked) final var isTaken = false
  /// Whether the run of the settled start has been told. Guard: the handler's lock.
  @exclusivity(unchecked) final var isDelivered = false
  /// The late report before this one, if nothing has become of it yet. Guard: the handler's lock.
  @exclusivity(unchecked) final var earlier: LateReport?

  @usableFromInline
  init(_ handler: AnyFlowStepHandler, _ attachment: Attachment, failure: (any Error)?) {
    self.handler = handler
    self.attachment = attachment
    self.failure = failure
  }

  /// The report comes when the start with this attachment has settled, or has a report on its way. Under the handler's lock, so that
  /// a later report has a later time.
  final func register(for attachment: Attachment, isOnTop: Bool) {
    self.attachment = attachment
    self.isOnTop = isOnTop
    time = LateReport.tick()
  }

  /// Sends the report: when the intent that the calling thread executes has returned, else at once.
  @usableFromInline
  final func send() {
    if let eventLoop = CurrentThread.eventLoop, eventLoop.isStarting {
      eventLoop.sendAfterStart(self)
    } else {
      attachment.eventLoop.post(self)
    }
  }

  /// Sends the report, unless the intent in which it was made has returned the handler.
  final func sendUnlessTaken() {
    if !isTakenElsewhere { attachment.eventLoop.post(self) }
  }

  @usableFromInline
  final override func deliver() {
    attachment.lane?.lateReportArrived(self)
    guard let handler = handler.take() else { return }
    handler.lock.lock()
    isDelivered = true
    let earlier = earlier.take()
    handler.lock.unlock()
    withExtendedLifetime(earlier) {}
  }

  /// Makes the report that of the run which asks; false if it is that of another start.
  final func take() -> Bool {
    guard let handler else { return false }
    handler.lock.lock()
    let wasTaken = isTaken
    isTaken = true
    if handler.late === self {
      // One that came before is now the latest that a start can have.
      var before = earlier
      while let report = before, report.isTaken { before = report.earlier }
      handler.late = before
      handler.state.takeLate(leaving: before?.time ?? 0)
    }
    handler.lock.unlock()
    return !wasTaken
  }

  /// Whether another start has the report.
  var isTakenElsewhere: Bool {
    guard let handler else { return false }
    handler.lock.lock()
    defer { handler.lock.unlock() }
    return isTaken
  }

  /// Calls the step's completion closure.
  func finish(_ step: AnyFlowStep) {}

  /// Hands the result over. Under the handler's lock.
  func takeStorage() -> InlineStorage { InlineStorage() }
}

/// A late report that carries a result.
final class LateResult<Content, Result>: LateReport {
  private var storage: InlineStorage

  /// Makes a late report that owns the result in the storage from now on.
  init(_ handler: AnyFlowStepHandler, _ attachment: Attachment, owning storage: InlineStorage, failure: (any Error)?) {
    self.storage = storage
    super.init(handler, attachment, failure: failure)
  }

  deinit {
    if storage.isFilled { storage.clear(Result.self) }
  }

  override func takeStorage() -> InlineStorage {
    defer { storage = InlineStorage() }
    return storage
  }

  override func finish(_ step: AnyFlowStep) {
    unsafeDowncast(step, to: FlowStep<Content, Result>.self).conclude(with: storage.take(Result.self))
  }
}
