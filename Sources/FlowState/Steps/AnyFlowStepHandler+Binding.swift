/// Connects a handler to the start whose intent returned it.
extension AnyFlowStepHandler {
  /// The outcome of binding a handler to a start.
  @usableFromInline
  enum Binding {
    /// The lane waits for the report.
    case waiting
    /// The report has already arrived, with `surplus` further reports.
    case reported(Report, surplus: UInt32)
  }

  /// Binds the handler to the start that is under way in a lane, regardless of its earlier starts. Called on the lane's queue.
  @usableFromInline
  final func bind(to attachment: Attachment, in lane: Lane) -> Binding {
    lock.lock()
    // The current start may keep a report that is on its way to it. Allocate the report's carrier without the lock.
    var carrier: AnyFlowStepHandler?
    while carrier == nil, state.phase == .reported {
      lock.unlock()
      carrier = makeCarrier()
      lock.lock()
    }
    let earlier = self.attachment
    let oldLate = late
    let isSameRun = earlier.map { $0.unownedEventLoop.toOpaque() == attachment.unownedEventLoop.toOpaque() } ?? false
    let start = isSameRun ? attachment.unownedEventLoop._withUnsafeGuaranteedRef { $0.startUnderWay } : 0
    let action = state.bind(toStart: start, begunAt: lane.startedAt)
    if action.loser == .keepsReport { park(in: carrier, of: earlier) }
    let binding: Binding
    switch action.source {
    case .none: binding = .waiting
    case .stored: binding = takeStored()
    case .late: binding = takeLate(since: lane.startedAt)
    }
    self.attachment = attachment
    let cancellation = takeCancellation(for: attachment, since: lane.startedAt, isWaiting: action.source == .none)
    lock.unlock()
    withExtendedLifetime((oldLate, carrier, cancellation)) {}
    if let earlier { earlier.loseHandler(isSuperseded: action.loser == .superseded) }
    return binding
  }

  /// Takes the report that the handler received inside the intent, if the handler has served no start; nil if the handler must
  /// be bound. Only for a handler to which the engine has the only strong reference, in a run without an observer.
  @usableFromInline
  final func settleUnseen() -> Report? {
    lock.lock()
    guard state.phase == .early, attachment == nil, engine == nil else {
      lock.unlock()
      return nil
    }
    let report = takeReport()
    _ = state.settle()
    let cancellation = cancellation.take()
    lock.unlock()
    withExtendedLifetime(cancellation) {}
    return report
  }

  /// Attaches a handler that settled without an attachment, because other code still refers to it.
  @usableFromInline
  final func attachAfterwards(_ step: AnyFlowStep, in lane: Lane) {
    let attachment = Attachment(of: step, in: lane)
    lock.lock()
    self.attachment = attachment
    _ = state.settle()
    lock.unlock()
  }

  /// Leaves a report that is on its way with the start that had the handler. Called with the lock held.
  private func park(in carrier: AnyFlowStepHandler?, of earlier: Attachment?) {
    guard let carrier else { return }
    carrier.storage = storage
    carrier.failure = failure
    carrier.state = state
    state.leaveSurplus()
    storage = InlineStorage()
    failure = nil
    earlier?.parked = carrier
  }

  /// Takes the report that the handler holds. Called with the lock held.
  private func takeStored() -> Binding {
    .reported(takeReport(), surplus: state.settle())
  }

  /// Takes the latest report that arrived late since the intent was called; the others are surplus. Called with the lock held.
  private func takeLate(since time: UInt64) -> Binding {
    guard let latest = late else { return .waiting }
    var surplus: UInt32 = 0
    var next = latest.earlier
    while let report = next, report.time > time {
      if !report.isTaken, !report.isDelivered {
        report.isTaken = true
        surplus += 1
      }
      next = report.earlier
    }
    latest.isTaken = true
    // An earlier report can belong to a start in another run, whose intent was called earlier.
    while let report = next, report.isTaken { next = report.earlier }
    late = next
    state.takeLate(leaving: next?.time ?? 0)
    return .reported(Report(storage: latest.takeStorage(), failure: latest.failure), surplus: surplus)
  }

  /// Moves the cancellation action for the next start to its attachment. Returns an action to release. Called with the lock
  /// held.
  private func takeCancellation(for attachment: Attachment, since time: UInt64, isWaiting: Bool) -> CancellationAction?
  {
    guard let cancellation = cancellation.take() else { return nil }
    // An action that was set after one start had settled and before the next one began is too late.
    guard isWaiting, cancellation.time > time || cancellation.time == 0 else { return cancellation }
    return attachment.cancellation.set(cancellation).replaced
  }
}
