// A report travels from any thread to the lane that waits for it.

extension FlowStepHandler {
  /// Reports that the step's work is done. The step settles as completed.
  ///
  /// You can call this method from any thread, and inside the intent. The report belongs to one start of a step:
  ///
  /// - If a start waits for the handler, the report belongs to that start. There is one exception: the report arrives while
  ///   another intent of the same run executes, and that intent then returns the handler. In that case the report belongs to
  ///   the new start, and the start that waited is superseded.
  /// - If the handler has served no start, the report belongs to the first start whose intent returns the handler. If there
  ///   are several reports, the last one counts.
  /// - If the start has settled or was cancelled, the report belongs to a start whose intent was executing when the report
  ///   arrived and then returns the handler. If there is no such start, the report is an extra completion: the run of the
  ///   settled start ignores it and notifies its observer. A run that was started with `start()` accepts such a report when it
  ///   is at rest, because a screen can report again.
  ///
  /// The completion closure runs on the run's queue. If the caller is on that queue and the run isn't busy, it runs before
  /// this call returns; otherwise it runs later. It also runs later if the call is nested in the closures of 16 other runs
  /// that have completed each other in this way, which limits the depth of the stack. A long chain that follows can continue
  /// later, so that other work on the queue can run.
  ///
  /// - Parameter result: The result; nil if the work is done without a result.
  @inlinable
  public func complete(_ result: sending Result?) {
    // The result goes to exactly one place, at most once.
    nonisolated(unsafe) let result = result
    var storage = InlineStorage()
    storage.fill(with: result)
    report(storage, failure: nil)
  }
}

extension AnyFlowStepHandler {
  /// Reports that the step's work has failed. The step settles as failed.
  ///
  /// You can call this method from any thread, and inside the intent. The report belongs to a start by the same rules as for
  /// ``FlowStepHandler/complete(_:)``.
  ///
  /// - Parameter error: The error. It becomes the cause of the run's error.
  public final func fail(_ error: any Error) {
    report(InlineStorage(), failure: error)
  }

  /// The number of the start whose intent is executing, and hasn't settled, in the run that the handler serves; 0 if there is
  /// none. Called with the lock held.
  private final var startUnderWay: Int {
    guard state.phase == .waiting || state.phase == .reported, let lane else { return 0 }
    return lane._withUnsafeGuaranteedRef { lane in lane.unownedEventLoop._withUnsafeGuaranteedRef { $0.startUnderWay } }
  }

  /// Whether the lane no longer waits for the start that the handler serves. Called with the lock held.
  private final var hasStartEnded: Bool {
    guard let lane else { return false }
    return lane._withUnsafeGuaranteedRef { !$0.awaits(visit) }
  }

  /// Accepts a report, from any thread.
  ///
  /// - Parameters:
  ///   - fresh: The result. The handler takes ownership.
  ///   - failure: The error, if the work failed.
  @usableFromInline
  final func report(_ fresh: InlineStorage, failure: (any Error)?) {
    lock.lock()
    // Allocated without the lock.
    var relay: ReportRelay?
    if mail.needsRelay {
      lock.unlock()
      relay = ReportRelay(of: self)
      lock.lock()
    }
    let start = startUnderWay
    if state.isLate(during: start, hasEnded: hasStartEnded) {
      lock.unlock()
      reportLate(fresh, failure)
    } else {
      accept(fresh, failure, during: start, relay)
    }
  }

  /// Sends a report that doesn't belong to the start that has the handler.
  private final func reportLate(_ fresh: InlineStorage, _ failure: (any Error)?) {
    // Allocated without the lock. If another start binds the handler meanwhile, the report belongs to that start.
    let late = makeLate(fresh, failure)
    lock.lock()
    let start = startUnderWay
    guard state.isLate(during: start, hasEnded: hasStartEnded), let lane = lane?.takeUnretainedValue() else {
      let fresh = late.takeStorage()
      lock.unlock()
      return report(fresh, failure: failure)
    }
    late.register(in: lane, of: name, attachment, isOnTop: state.phase != .settled)
    let replaced = self.late
    if let replaced, !replaced.isTaken, !replaced.isDelivered { late.earlier = replaced }
    self.late = late
    state.reportLate(at: late.time)
    lock.unlock()
    withExtendedLifetime(replaced) {}
    late.send()
  }

  /// Accepts a report that isn't late. Called with the lock held; releases the lock.
  private final func accept(
    _ fresh: InlineStorage, _ failure: (any Error)?, during start: Int, _ relay: ReportRelay?
  ) {
    switch state.report(during: start) {
    case .store where !storage.isFilled && self.failure == nil:
      // Most often, it is the first report.
      storage = fresh
      if let failure { self.failure = failure }
      lock.unlock()
    case .store:
      let replaced = (storage, self.failure)
      storage = fresh
      self.failure = failure
      lock.unlock()
      drop(replaced.0)
      withExtendedLifetime(replaced.1) {}
    case .send:
      storage = fresh
      if let failure { self.failure = failure }
      // Retained, because another start can bind the handler as soon as the lock is free.
      guard let lane = lane?.retain() else { return lock.unlock() }
      let relay = mail.needsRelay ? relay : nil
      mail.depart(with: relay)
      lock.unlock()
      lane._withUnsafeGuaranteedRef { send(to: $0, relay) }
      lane.release()
    case .drop:
      lock.unlock()
      drop(fresh)
    case .sendLate:
      // There is no lane: the step settled inside its intent, and the engine is about to release the handler.
      state.countSurplus()
      lock.unlock()
      drop(fresh)
    }
  }

  private final func send(to lane: Lane, _ relay: ReportRelay?) {
    let eventLoop = lane.unownedEventLoop
    if let relay {
      eventLoop._withUnsafeGuaranteedRef { $0.post(relay) }
    } else if isCompletedByEngine {
      eventLoop._withUnsafeGuaranteedRef { $0.postConsequence(.report(self), to: lane) }
    } else {
      eventLoop._withUnsafeGuaranteedRef { $0.post(self, to: lane) }
    }
  }

  /// Takes the report that the handler holds. Called with the lock held.
  final func takeReport() -> Report {
    let stored = storage
    storage = InlineStorage()
    guard let failure else { return Report(storage: stored) }
    self.failure = nil
    return Report(storage: stored, failure: failure)
  }
}
