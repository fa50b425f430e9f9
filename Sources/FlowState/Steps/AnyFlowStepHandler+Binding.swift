/// How an intent that returns a handler binds it to its start.
extension AnyFlowStepHandler {
  /// What a start has to do with the handler that its intent has returned.
  @usableFromInline
  enum Binding {
    /// The lane waits for the report.
    case waiting
    /// The report is there. `surplus` others came on top of it.
    case reported(Report, surplus: UInt32)
  }

  /// Binds the handler to the start that is under way in a lane, whatever it has served before. On the lane's queue.
  @usableFromInline
  final func bind(to attachment: Attachment, in lane: Lane) -> Binding {
    lock.lock()
    // A report that is on its way to the start that has the handler may be left to it; what carries it is made without the lock.
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

  /// Takes the report that the intent has brought with it, if the handler has served no start; nil if it has to be bound. For a
  /// handler that the engine alone refers to strongly, in a run without observer.
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

  /// Gives an attachment to a handler that was settled without one and turns out to be known to others.
  @usableFromInline
  final func attachAfterwards(_ step: AnyFlowStep, in lane: Lane) {
    let attachment = Attachment(of: step, in: lane)
    lock.lock()
    self.attachment = attachment
    _ = state.settle()
    lock.unlock()
  }

  /// Leaves the report that is on its way to the start that had the handler. Under the lock.
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

  /// Takes the report that the handler keeps. Under the lock.
  private func takeStored() -> Binding {
    .reported(takeReport(), surplus: state.settle())
  }

  /// Takes the latest of the late reports that came since the intent was called; the others are surplus. Under the lock.
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
    // What came before may be that of a start whose intent was called earlier, in another run.
    while let report = next, report.isTaken { next = report.earlier }
    late = next
    state.takeLate(leaving: next?.time ?? 0)
    return .reported(Report(storage: latest.takeStorage(), failure: latest.failure), surplus: surplus)
  }

  /// Hands what was meant to stop the next start to the attachment of that start; returns what is to be let go of. Under the lock.
  private func takeCancellation(for attachment: Attachment, since time: UInt64, isWaiting: Bool) -> CancellationAction? {
    guard let cancellation = cancellation.take() else { return nil }
    // What was set after one start had settled and before the next began has come too late.
    guard isWaiting, cancellation.time > time || cancellation.time == 0 else { return cancellation }
    return attachment.cancellation.set(cancellation).replaced
  }
}
