import Synchronization

/// A report that arrived after the handler's start had settled, or while another report was on its way.
///
/// If an intent was executing when the report arrived, and it returns the handler, the report belongs to that start.
/// Otherwise, an open run at rest accepts the report and moves on. Otherwise, the report is extra, and the run of the settled
/// start notifies its observer.
@usableFromInline
class LateReport: Message {
  /// Counts late reports, so that an intent knows which of them arrived after its call. It orders the reports of all threads.
  private static let clock = Atomic<UInt64>(0)

  /// The time on the clock of late reports.
  static var now: UInt64 { clock.load(ordering: .acquiring) }

  /// Advances the clock and returns the new time.
  static func tick() -> UInt64 { clock.add(1, ordering: .acquiringAndReleasing).newValue }

  /// The handler, until the report is delivered. Guarded by the sending thread, and then by the queue that delivers the
  /// report.
  @exclusivity(unchecked) private final var handler: AnyFlowStepHandler?
  /// The lane of the start that had settled. Set before the report is sent.
  @exclusivity(unchecked) private final var lane: Lane?
  /// The attachment of that start. Set before the report is sent.
  @exclusivity(unchecked) private(set) final var attachment: Attachment?
  /// The name of the step of that start. Set before the report is sent.
  @exclusivity(unchecked) private(set) final var name = StepName("")
  final let failure: (any Error)?
  /// The time of the report. Guarded by the handler's lock.
  @exclusivity(unchecked) private(set) final var time: UInt64 = 0
  /// Whether the start hadn't settled by an earlier report. If so, this report can't complete the step again.
  @exclusivity(unchecked) private(set) final var isOnTop = false
  /// Whether a run has taken the report, or has reported it as extra. Guarded by the handler's lock.
  @exclusivity(unchecked) final var isTaken = false
  /// Whether the report has been delivered to the run of the settled start. Guarded by the handler's lock.
  @exclusivity(unchecked) final var isDelivered = false
  /// The previous late report, if it hasn't been taken or delivered. Guarded by the handler's lock.
  @exclusivity(unchecked) final var earlier: LateReport?

  @usableFromInline
  init(_ handler: AnyFlowStepHandler, failure: (any Error)?) {
    self.handler = handler
    self.failure = failure
  }

  /// Registers the report with a start that has settled or has a report on its way. Called with the handler's lock held, so that
  /// a later report has a later time.
  final func register(in lane: Lane, of name: StepName, _ attachment: Attachment?, isOnTop: Bool) {
    self.lane = lane
    self.name = name
    self.attachment = attachment
    self.isOnTop = isOnTop
    time = LateReport.tick()
  }

  /// Sends the report. If the calling thread executes an intent, sends it after the intent has returned.
  @usableFromInline
  final func send() {
    if let eventLoop = CurrentThread.eventLoop, eventLoop.isStarting {
      eventLoop.sendAfterStart(self)
    } else {
      lane?.run.eventLoop.post(self)
    }
  }

  /// Sends the report, unless the intent that made it has returned the handler.
  final func sendUnlessTaken() {
    if !isTakenElsewhere { lane?.run.eventLoop.post(self) }
  }

  @usableFromInline
  final override func deliver() {
    lane?.lateReportArrived(self)
    guard let handler = handler.take() else { return }
    handler.lock.lock()
    isDelivered = true
    let earlier = earlier.take()
    handler.lock.unlock()
    withExtendedLifetime(earlier) {}
  }

  /// Takes the report for the calling run. Returns false if it belongs to another start.
  final func take() -> Bool {
    guard let handler else { return false }
    handler.lock.lock()
    let wasTaken = isTaken
    isTaken = true
    if handler.late === self {
      // An earlier report is now the latest one that a start can take.
      var before = earlier
      while let report = before, report.isTaken { before = report.earlier }
      handler.late = before
      handler.state.takeLate(leaving: before?.time ?? 0)
    }
    handler.lock.unlock()
    return !wasTaken
  }

  /// Whether another start has taken the report.
  var isTakenElsewhere: Bool {
    guard let handler else { return false }
    handler.lock.lock()
    defer { handler.lock.unlock() }
    return isTaken
  }

  /// Takes the result. Called with the handler's lock held, or by the run that has taken the report.
  func takeStorage() -> InlineStorage { InlineStorage() }
}

/// A late report that carries a result.
final class LateResult<Content, Result>: LateReport {
  private var storage: InlineStorage

  /// Creates a late report that owns the result in the storage.
  init(_ handler: AnyFlowStepHandler, owning storage: InlineStorage, failure: (any Error)?) {
    self.storage = storage
    super.init(handler, failure: failure)
  }

  deinit {
    if storage.isFilled { storage.clear(Result.self) }
  }

  override func takeStorage() -> InlineStorage {
    defer { storage = InlineStorage() }
    return storage
  }
}
