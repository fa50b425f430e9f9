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
    guard state.phase == .waiting || state.phase == .reported, let attachment else { return 0 }
    return attachment.unownedEventLoop._withUnsafeGuaranteedRef { $0.startUnderWay }
  }

  /// Whether a report that arrives now doesn't belong to the start that has the handler. Called with the lock held.
  private final var isReportLate: Bool {
    state.isLate(during: startUnderWay, hasEnded: attachment?.cancellation.isCancelled ?? false)
  }

  /// Accepts a report, from any thread.
  ///
  /// - Parameters:
  ///   - fresh: The result. The handler takes ownership.
  ///   - failure: The error, if the work failed.
  @usableFromInline
  final func report(_ fresh: InlineStorage, failure: (any Error)?) {
    lock.lock()
    guard isReportLate, let attachment else { return accept(fresh, failure) }
    lock.unlock()
    // Allocated without the lock. If another start binds the handler meanwhile, the report belongs to that start.
    let late = makeLate(attachment, fresh, failure)
    lock.lock()
    guard isReportLate, let attachment = self.attachment else { return accept(late.takeStorage(), failure) }
    late.register(for: attachment, isOnTop: state.phase != .settled)
    let replaced = self.late
    if let replaced, !replaced.isTaken, !replaced.isDelivered { late.earlier = replaced }
    self.late = late
    state.reportLate(at: late.time)
    lock.unlock()
    withExtendedLifetime(replaced) {}
    late.send()
  }

  /// Accepts a report that isn't late. Called with the lock held; releases the lock.
  private final func accept(_ fresh: InlineStorage, _ failure: (any Error)?) {
    switch state.report(during: startUnderWay) {
    case .store:
      let replaced = (storage, self.failure)
      storage = fresh
      self.failure = failure
      lock.unlock()
      drop(replaced.0)
      withExtendedLifetime(replaced.1) {}
    case .send:
      storage = fresh
      self.failure = failure
      let attachment = attachment
      lock.unlock()
      if let attachment { send(to: attachment) }
    case .drop:
      lock.unlock()
      drop(fresh)
    case .sendLate:
      // There is no attachment: the step settled inside its intent, and the engine is about to release the handler.
      state.countSurplus()
      lock.unlock()
      drop(fresh)
    }
  }

  private final func send(to attachment: Attachment) {
    if engine?.isCompletedByEngine ?? false {
      attachment.completed = self
      attachment.eventLoop.postConsequence(attachment)
    } else {
      attachment.unownedEventLoop._withUnsafeGuaranteedRef { $0.post(self, attachment) }
    }
  }

  /// Takes the report that was sent to an attachment, with the number of surplus reports; nil if another start has it. Called
  /// on the attachment's queue.
  @inlinable
  final func takeReport(for attachment: Attachment) -> (report: Report, surplus: UInt32)? {
    lock.lock()
    if self.attachment === attachment {
      let report = takeReport()
      let surplus = state.settle()
      lock.unlock()
      return (report, surplus)
    }
    // Another start has bound the handler since then, and has left the report here.
    let parked = attachment.parked
    attachment.parked = nil
    lock.unlock()
    return parked?.takeParkedReport()
  }

  @usableFromInline
  final func takeParkedReport() -> (report: Report, surplus: UInt32) {
    (takeReport(), state.settle())
  }

  /// Takes the report that the handler holds. Called with the lock held.
  @usableFromInline
  final func takeReport() -> Report {
    let report = Report(storage: storage, failure: failure)
    storage = InlineStorage()
    failure = nil
    return report
  }
}
