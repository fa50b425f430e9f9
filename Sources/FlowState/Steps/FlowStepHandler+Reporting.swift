// How a report travels from any thread to the lane that waits for it.

extension FlowStepHandler {
  /// Reports that the step's work is done; the step settles as completed.
  ///
  /// May be called from any thread, also inside the intent. Which start the report belongs to:
  ///
  /// - If a start waits for the handler, that start. There is one exception: the report comes while another intent of the same
  ///   run executes, and that intent then returns the handler. The report belongs to the new start, and the one that waited
  ///   is superseded.
  /// - If no start has had the handler yet, the first one whose intent returns it. The last of several reports counts.
  /// - If the start has settled, or was cancelled, the start whose intent was executing when the report came and then returns
  ///   the handler. If there is none, the report is extra: it is ignored, and the observer of the settled start's run is told.
  ///   Only a run that was started by `start()` accepts it, when it is at rest: there a screen may report again.
  ///
  /// The completion closure runs on the run's queue: before this call returns if the caller is on that queue and the run is
  /// not busy, else later. It is later, too, if the call comes out of the closures of 16 other runs that have completed each
  /// other in this way, because the stack has an end. A long chain that follows may go on later, so that others get the queue.
  ///
  /// - Parameter result: What the work yields; nil if it has finished without a result.
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
  /// Reports that the step's work has failed; the step settles as failed.
  ///
  /// May be called from any thread, also inside the intent. Which start the report belongs to is the same as for
  /// ``FlowStepHandler/complete(_:)``.
  ///
  /// - Parameter error: What went wrong. The run's error keeps it as its cause.
  public final func fail(_ error: any Error) {
    report(InlineStorage(), failure: error)
  }

  /// The number of the start whose intent executes in the run of the start that has the handler, and has not settled; 0 if none
  /// does. Under the lock.
  private final var startUnderWay: Int {
    guard state.phase == .waiting || state.phase == .reported, let attachment else { return 0 }
    return attachment.unownedEventLoop._withUnsafeGuaranteedRef { $0.startUnderWay }
  }

  /// Whether a report that comes now is not that of the start which has the handler. Under the lock.
  private final var isReportLate: Bool {
    state.isLate(during: startUnderWay, hasEnded: attachment?.cancellation.isCancelled ?? false)
  }

  /// Takes a report in, from any thread.
  ///
  /// - Parameters:
  ///   - fresh: The result, which the handler owns from now on.
  ///   - failure: The error, if the work has failed.
  @usableFromInline
  final func report(_ fresh: InlineStorage, failure: (any Error)?) {
    lock.lock()
    guard isReportLate, let attachment else { return accept(fresh, failure) }
    lock.unlock()
    // Made without the lock, so another start may bind the handler meanwhile: then the report is that start's.
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

  /// Takes in a report that is not late. Under the lock, which it gives back.
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
      // Without an attachment: it was done inside the intent, and the engine is about to let go of it.
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

  /// Takes the report that has been sent to an attachment, and says how many came on top of it; nil if another start has it. On the
  /// queue of the attachment.
  @inlinable
  final func takeReport(for attachment: Attachment) -> (report: Report, surplus: UInt32)? {
    lock.lock()
    if self.attachment === attachment {
      let report = takeReport()
      let surplus = state.settle()
      lock.unlock()
      return (report, surplus)
    }
    // Another start has bound the handler since, and has left the report here.
    let parked = attachment.parked
    attachment.parked = nil
    lock.unlock()
    return parked?.takeParkedReport()
  }

  @usableFromInline
  final func takeParkedReport() -> (report: Report, surplus: UInt32) {
    (takeReport(), state.settle())
  }

  /// Takes the report that the handler keeps, which is empty then. Under the lock.
  @usableFromInline
  final func takeReport() -> Report {
    let report = Report(storage: storage, failure: failure)
    storage = InlineStorage()
    failure = nil
    return report
  }
}
