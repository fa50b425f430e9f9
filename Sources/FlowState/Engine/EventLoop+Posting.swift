import Synchronization

/// What any thread can ask of an event loop.
extension EventLoop {
  /// Delivers a message. Delivers at once if the caller is on the queue and nothing is under way or waiting; otherwise in a
  /// turn.
  @usableFromInline
  func post(_ message: Message) {
    guard let outer = tryAcquire() else { return postLater(message) }
    activate(after: outer)
    message.deliver()
    moveLanes()
    letGo()
    deliverRest(leavingTo: outer)
  }

  /// Delivers a report that no intent can take: on the spot if it may be delivered at once, otherwise in an envelope. The caller releases
  /// the report afterwards. Not copied, because a copy takes 150 instructions.
  @inline(__always)
  func post(_ report: inout Report) {
    if report.isOfEngine, isDelivering { return consequences.append(.report(ReportMail(moving: &report))) }
    guard let outer = tryAcquire() else { return postLater(ReportMail(moving: &report)) }
    activate(after: outer)
    hold(report.lane)
    report.open(from: nil)
    moveLanes()
    letGo()
    deliverRest(leavingTo: outer)
  }

  /// Delivers a report in an envelope: after the cause, if the engine made it; after the intent, if an intent made it that can return
  /// the handler; otherwise like other messages.
  func post(_ mail: ReportMail, isLate: Bool, isOfEngine: Bool) {
    if isOfEngine {
      postConsequence(.report(mail))
    } else if isLate, let here = CurrentThread.eventLoop, here.isStarting {
      here.sendAfterStart(mail)
    } else {
      post(mail)
    }
  }

  /// Makes the caller the receiver if it is on the queue and nothing is under way or waiting. Refuses if the caller is deep in
  /// deliveries of other runs, because runs that complete each other must not exhaust the stack.
  private func tryAcquire() -> CurrentThread.Delivery? {
    // The cheapest check comes first: while something is under way, there is no need to ask the queue. An async step's code on
    // the queue also belongs to the run, and no other code of the run may execute between two of its statements.
    guard mailbox.isIdle, isQueueCurrent else { return nil }
    let outer = CurrentThread.delivery(in: threadSlot)
    guard outer.depth < EventLoop.depthLimit, !isInAsyncStep, mailbox.tryAcquire() else { return nil }
    return outer
  }

  /// Whether the queue executes the caller.
  private var isQueueCurrent: Bool {
    if let dispatchQueue { dispatchQueue._withUnsafeGuaranteedRef { $0.isCurrent } } else { queue.isCurrent }
  }

  /// Whether the caller is the code of an async step of this event loop's runs.
  private var isInAsyncStep: Bool {
    hasAsyncSteps.load(ordering: .relaxed) && AsyncWork.current?.eventLoop === self
  }

  /// Delivers a message in a turn, even if the caller is on the queue.
  @usableFromInline
  func postLater(_ message: Message) {
    if mailbox.push(message) { scheduleTurn() }
  }

  /// Mails a message under a lock. Returns whether the caller must call ``scheduleTurn()`` when it has released the lock.
  func pushLocked(_ message: Message) -> Bool {
    mailbox.push(message)
  }

  /// Passes a turn to the queue. Only for the thread that has made the mailbox busy, or keeps it busy.
  func scheduleTurn() {
    queue.enqueue(FlowTurn(self, number: dueTurn.schedule()))
  }

  /// Delivers the ending of a step that the engine completes, to the step's lane. If its cause is being delivered on this event
  /// loop, the ending comes before all other messages.
  func postConsequence(_ consequence: Consequence) {
    if isDelivering { return consequences.append(consequence) }
    switch consequence {
    case .report(let report): post(report)
    case .ending(let host): post(ClosureMessage { host.deliverEnding() })
    }
  }

  /// Whether this event loop is the one that delivers on the current thread.
  var isDelivering: Bool {
    CurrentThread.delivery(in: threadSlot).eventLoop == Unmanaged.passUnretained(self).toOpaque()
  }

  /// Whether something is under way or waits for a turn.
  var hasMail: Bool { !mailbox.isIdle }
}
