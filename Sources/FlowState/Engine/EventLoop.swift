import Synchronization

/// Delivers what reaches a run, and moves its lanes, one at a time.
///
/// A run and the flows nested in it share one event loop, so there is one order of events among them. User code is called
/// from here only, and never under a lock.
///
/// Guard of `@unchecked Sendable`: `mailbox` is atomic and the queue is Sendable. Everything else is touched only by the
/// thread that `mailbox` has let in, which is one at a time.
@usableFromInline
final class EventLoop: @unchecked Sendable {
  /// What an event loop does in one turn of its queue: this many steps and messages, a little more with what the engine concludes.
  private static let allowancePerTurn = 1_000
  /// How deep the deliveries on one thread's stack may be; further down a turn is made.
  private static let depthLimit = 16

  let queue: any FlowQueue
  /// The identity of the queue, which every handler that is attached takes for its home.
  let queueIdentity: UInt
  /// Whether the functions of async steps, and what they await, execute by turns of the queue.
  let runsAsyncSteps: Bool
  private let mailbox = Mailbox()
  /// The turn that was handed to the queue and has not been run yet.
  private let dueTurn = DueTurn()

  /// The lane that moves next, of those that can: the one that was woken last, so that a child's chain goes before its
  /// sibling. Apart from the others, because most often it is the only one.
  @exclusivity(unchecked) private var first: Lane?
  /// The other lanes that can move; the last one moves first.
  @exclusivity(unchecked) private var ready: [Lane] = []
  /// Reports of steps that the engine itself completes, because what they host has ended. They come before the mail: what
  /// arrives meanwhile must not overtake the report that has led to them.
  @exclusivity(unchecked) private var consequences: [Message] = []
  /// How many of them have been delivered.
  @exclusivity(unchecked) private var consequencesDelivered = 0
  /// What is to be done when no step, closure or handler of a finished run is on the stack any more.
  @exclusivity(unchecked) private var afterwards: [() -> Void] = []
  /// Messages that were taken from the mailbox and wait for their turn.
  @exclusivity(unchecked) private var batch = MessageBatch(next: 0)
  /// How often values of a key have come or gone in the contexts of this event loop's runs.
  @exclusivity(unchecked) var contextChanges: [ObjectIdentifier: Int] = [:]
  /// How many more steps and messages may come before the others on the queue get their turn.
  @exclusivity(unchecked) private var allowance = 0
  /// How many deliveries, of this event loop and others, the thread that delivers is in the middle of.
  @exclusivity(unchecked) fileprivate(set) var depth = 0
  /// How many requests of the run's own closures wait for those to return; nothing starts before they are met.
  @exclusivity(unchecked) var requests = 0
  /// The lane whose closure is executing; the first of its run while the builder is.
  @exclusivity(unchecked) var lane: Lane?
  /// How often a start's intent has been called, and has returned: odd while one is executing. Guard: written by the
  /// event loop, read by threads that report.
  let starts = Atomic<Int>(0)
  /// Late reports that were made inside the intent that is executing.
  @exclusivity(unchecked) var lateReports: [LateReport] = []
  /// Content that is to be handed on, so that a long row of operators does not recurse.
  @exclusivity(unchecked) var handovers: [() -> Void] = []
  @exclusivity(unchecked) var isHandingOn = false

  init(queue: any FlowQueue, runsAsyncSteps: Bool = false) {
    self.queue = queue
    self.runsAsyncSteps = runsAsyncSteps || queue.runsAsyncSteps
    queueIdentity = UInt(bitPattern: queue.identity)
  }

  // MARK: From any thread

  /// Delivers a message: on the spot if the caller is on the queue and nothing is under way or ahead of it, else by a turn.
  @usableFromInline
  func post(_ message: Message) {
    if tryAcquire() { perform { message.deliver() } } else { postLater(message) }
  }

  /// Delivers the completion of a link's handler, which the caller holds.
  func post(_ handler: AnyFlowStepHandler, _ attachment: Attachment) {
    if tryAcquire() {
      perform { attachment.handlerReported(handler) }
    } else {
      attachment.completed = handler
      postLater(attachment)
    }
  }

  /// Makes the caller the one who delivers, if it is on the queue and nothing is under way or waiting. Not if it is deep in
  /// other runs' deliveries: runs that complete each other, one after the other, must not exhaust the stack.
  private func tryAcquire() -> Bool {
    // Cheapest first: while something is under way the queue need not be asked. An async step's code that is on the queue
    // belongs to the run as well, and nothing of the run happens between two of its statements.
    mailbox.isIdle && queue.isCurrent && CurrentThread.depth < EventLoop.depthLimit
      && AsyncWork.current?.eventLoop !== self && mailbox.tryAcquire()
  }

  /// Delivers a message by a turn, even if the caller is on the queue.
  @usableFromInline
  func postLater(_ message: Message) {
    if mailbox.push(message) { scheduleTurn() }
  }

  /// Hands a turn to the queue. For whoever has made the mailbox busy, or keeps it so.
  private func scheduleTurn() {
    queue.enqueue(FlowTurn(self, number: dueTurn.schedule()))
  }

  /// Delivers the report of a step that the engine completes: before anything else that arrives, if what has led to it is
  /// being delivered right now.
  func postConsequence(_ message: Message) {
    if CurrentThread.eventLoop === self { consequences.append(message) } else { post(message) }
  }

  // MARK: On the queue

  /// Delivers everything that waits. Whoever scheduled this turn has made the mailbox busy.
  func drain(turn number: UInt) {
    dueTurn.claim(number)
    perform(nil)
  }

  /// Delivers one message; returns whether more wait, for which the turn stays due.
  func deliverNext(turn number: UInt) -> Bool {
    dueTurn.claim(number)
    let outer = activateOnThread()
    if batch.isEmpty { batch = mailbox.takeAll() }
    if let message = batch.popFirst() { message.deliver() }
    moveLanes()
    CurrentThread.pop(to: outer)
    if batch.isEmpty, !hasReady, mailbox.tryRelease() { return false }
    dueTurn.giveBack(number)
    return true
  }

  /// Whether a chain has to stop between two steps: something has arrived that is not delivered yet, or others are to get
  /// the queue.
  func interruptsChain() -> Bool {
    allowance -= 1
    return allowance <= 0 || !batch.isEmpty || mailbox.hasMail
  }

  /// Whether a closure has asked for something that has to come before anything more starts, or comes to rest.
  var hasRequests: Bool { requests > 0 }

  /// Delivers, first of all what `first` does; without it the mail comes before the lanes that were interrupted.
  private func perform(_ first: (() -> Void)?) {
    #if DEBUG
      queue.preconditionIsCurrent()
    #endif
    let outer = activateOnThread()
    if let first {
      first()
      moveLanes()
    }
    // What arrives while the messages of one batch are delivered makes up the next. After some of these the others on the
    // queue get their chance: a run that keeps itself busy must not keep the main queue.
    var batches = 0
    repeat {
      if batch.isEmpty, mailbox.hasMail { batch = mailbox.takeAll() }
      while allowance > 0, let message = batch.popFirst() {
        allowance -= 1
        message.deliver()
        moveLanes()
      }
      // What is interrupted because of the mail goes on after it.
      if hasReady, !mailbox.hasMail { moveLanes() }
      batches += 1
    } while (mailbox.hasMail || hasReady) && batches < 16 && allowance > 0
    CurrentThread.pop(to: outer)
    if hasReady || !batch.isEmpty || !mailbox.tryRelease() { scheduleTurn() }
  }

  /// From now on this thread delivers; returns what ``CurrentThread/pop(to:)`` restores.
  private func activateOnThread() -> UnsafeMutableRawPointer? {
    depth = CurrentThread.depth + 1
    allowance = EventLoop.allowancePerTurn
    return CurrentThread.push(self)
  }

  /// Makes a lane move as soon as the closure that is executing has returned.
  func wake(_ lane: Lane) {
    if let earlier = first.take() { ready.append(earlier) }
    first = lane
  }

  /// Whether a lane can move.
  private var hasReady: Bool { first != nil || !ready.isEmpty }

  private func popReady() -> Lane? {
    first.take() ?? ready.popLast()
  }

  /// Makes a lane move soon, also if another run on the same queue asks for it.
  func wakeFromOutside(_ lane: Lane) {
    if CurrentThread.eventLoop === self { wake(lane) } else { post(ClosureMessage { lane.run.eventLoop.wake(lane) }) }
  }

  private func nextConsequence() -> Message {
    let next = consequences[consequencesDelivered]
    consequencesDelivered += 1
    if consequencesDelivered == consequences.count {
      consequences = []
      consequencesDelivered = 0
    }
    return next
  }

  /// Calls `body` when the engine holds nothing of a finished run on its stack.
  func afterward(_ body: @escaping () -> Void) {
    afterwards.append(body)
  }

  /// Moves the lanes that can, until none can or the mail comes first: a chain that keeps itself busy must not keep a
  /// cancellation from being heard.
  private func moveLanes() {
    var delivered = 0
    repeat {
      while requests == 0 {
        if !consequences.isEmpty {
          nextConsequence().deliver()
          if delivered < 16 { delivered += 1 }
        } else if delivered < 16, allowance > 0, let lane = popReady() {
          guard lane.move() else { continue }
          wake(lane)
          // The mail is next; only what the engine concludes still comes before it.
          delivered = .max
        } else {
          break
        }
      }
      lane = nil
      if afterwards.isEmpty { return }
      let bodies = afterwards
      afterwards = []
      for body in bodies { body() }
    } while true
  }
}
