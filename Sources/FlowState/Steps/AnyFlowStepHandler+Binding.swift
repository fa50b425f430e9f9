import Synchronization

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
  final func bind(to step: AnyFlowStep, in lane: Lane) -> Binding {
    lock.lock()
    if state.phase == .unbound, cancellation == nil {
      state.bindFirst()
      serve(step, in: lane)
      lock.unlock()
      return .waiting
    }
    // The current start may keep a report that is on its way to it. Allocate the report's carrier without the lock.
    var carrier: AnyFlowStepHandler?
    while carrier == nil, state.phase == .reported {
      lock.unlock()
      carrier = makeCarrier()
      lock.lock()
    }
    let earlier = EarlierStart(lane: self.lane, visit: visit, attachment: self.attachment)
    let oldLate = late
    let isSameRun = earlier.lane?._withUnsafeGuaranteedRef { $0.shareEventLoop(with: lane) } ?? false
    let start = isSameRun ? lane.unownedEventLoop._withUnsafeGuaranteedRef { $0.startUnderWay } : 0
    let action = state.bind(toStart: start, begunAt: lane.startedAt)
    if action.loser == .keepsReport, let carrier { park(in: carrier) }
    let binding: Binding
    switch action.source {
    case .none: binding = .waiting
    case .stored: binding = takeStored()
    case .late: binding = takeLate(since: lane.startedAt)
    }
    serve(step, in: lane)
    let (cancellation, tooLate) = takeCancellation(since: lane.startedAt, isWaiting: action.source == .none)
    lock.unlock()
    if let cancellation { lane.work.cancellation = cancellation }
    withExtendedLifetime((oldLate, carrier, tooLate)) {}
    earlier.loseHandler(isSuperseded: action.loser == .superseded)
    return binding
  }

  /// Records the start that the handler serves from now on. The caller releases the reference to the earlier lane. Called with
  /// the lock held.
  private func serve(_ step: AnyFlowStep, in lane: Lane) {
    self.lane = .passRetained(lane)
    if step.attachment != nil || attachment != nil { attachment = step.attachment }
    visit = lane.visit
    name = step.name
  }

  /// Takes the report that the handler received inside the intent, if the handler has served no start; nil if the handler must
  /// be bound. Only for a handler to which the engine has the only strong reference, in a run without an observer.
  @usableFromInline
  final func settleUnseen() -> Report? {
    lock.lock()
    guard state.phase == .early, attachment == nil, connection == nil, !isCompletedByEngine else {
      lock.unlock()
      return nil
    }
    let report = takeReport()
    _ = state.settle()
    guard cancellation != nil else {
      lock.unlock()
      return report
    }
    let cancellation = cancellation.take()
    lock.unlock()
    withExtendedLifetime(cancellation) {}
    return report
  }

  /// Binds a handler that settled unseen to its start, because other code still refers to it.
  @usableFromInline
  final func bindAfterwards(to step: AnyFlowStep, in lane: Lane) {
    lock.lock()
    serve(step, in: lane)
    _ = state.settle()
    lock.unlock()
  }

  /// Leaves a report that is on its way with the start that had the handler. Called with the lock held.
  private func park(in carrier: AnyFlowStepHandler) {
    carrier.storage = storage
    carrier.failure = failure
    carrier.state = state
    carrier.lane = lane.map { .passRetained($0.takeUnretainedValue()) }
    carrier.visit = visit
    carrier.name = name
    state.leaveSurplus()
    storage = InlineStorage()
    failure = nil
    mail.park(carrier)
  }

  /// Takes the report that the handler holds. Called with the lock held.
  private func takeStored() -> Binding {
    // A report that is on its way to the start that had the handler arrives empty.
    mail.lose()
    return .reported(takeReport(), surplus: state.settle())
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

  /// Takes the cancellation action for the next start, and an action to release. Called with the lock held.
  private func takeCancellation(since time: UInt64, isWaiting: Bool) -> (CancellationAction?, CancellationAction?) {
    guard let cancellation = cancellation.take() else { return (nil, nil) }
    // An action that was set after one start had settled and before the next one began is too late.
    guard isWaiting, cancellation.time > time || cancellation.time == 0 else { return (nil, cancellation) }
    return (cancellation, nil)
  }
}

/// The start that a handler served before another start has bound it. Owns the reference to the lane.
private struct EarlierStart {
  let lane: Unmanaged<Lane>?
  let visit: Int
  let attachment: Attachment?

  /// Tells the lane that it has lost the handler. Called on the queue of the start that has bound the handler.
  func loseHandler(isSuperseded: Bool) {
    guard let lane = lane?.takeRetainedValue() else { return }
    attachment?.isOrphaned.store(true, ordering: .releasing)
    guard isSuperseded || attachment != nil else { return }
    let eventLoop = lane.run.eventLoop
    if CurrentThread.eventLoop === eventLoop {
      lane.handlerIsLost(visit, attachment, isSuperseded)
    } else {
      // In a turn of its own queue, which also releases what the attachment holds.
      eventLoop.postLater(
        ClosureMessage { [visit, attachment] in lane.handlerIsLost(visit, attachment, isSuperseded) })
    }
  }
}
