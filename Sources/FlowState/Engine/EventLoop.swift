import Synchronization

/// Delivers messages to runs and moves their lanes, one at a time.
///
/// A run and the flows nested in it share one event loop, so their events have one order. Only the event loop calls user code,
/// and never under a lock.
///
/// `@unchecked Sendable`: `mailbox` is atomic and the queue is `Sendable`. Only the one thread that has acquired `mailbox`
/// uses everything else.
@usableFromInline
final class EventLoop: @unchecked Sendable {
  /// The number of steps and messages in one turn. Reports of steps that the engine completes don't count.
  private static let allowancePerTurn = 1_000
  /// The maximum depth of nested deliveries on one thread's stack. Deeper deliveries wait for a turn.
  static let depthLimit: UInt32 = 16

  let queue: any FlowQueue
  /// The Dispatch queue that executes the turns; nil on a queue of another type. Asking it directly is cheaper.
  let dispatchQueue: Unmanaged<DispatchFlowQueue>?
  /// The identity of the queue, to compare it with the queues of other event loops.
  let queueIdentity: UInt
  // These four share a word.
  /// Whether the functions of async steps, and what they await, execute in turns of the queue.
  let runsAsyncSteps: Bool
  /// Whether an async step has ever started here. Looking up the current task costs more than the rest of a delivery's checks.
  let hasAsyncSteps = Atomic<Bool>(false)
  /// Whether an operator is handing content on.
  @usableFromInline @exclusivity(unchecked) var isHandingOn = false
  /// The slot of the thread-local reference to the delivering event loop. A field, because a global is initialized lazily, which
  /// each use checks.
  let threadSlot = CurrentThread.eventLoopKey
  let mailbox = Mailbox()
  /// The turn that was passed to the queue and hasn't run yet.
  let dueTurn = DueTurn()

  /// The lane that moves next: the lane that was woken last, so that a child's chain moves before its sibling. A separate
  /// field, because most often it is the only one.
  @exclusivity(unchecked) var first: Unmanaged<Lane>?
  /// The other lanes that can move. The last one moves first.
  @exclusivity(unchecked) var ready: [Lane] = []
  /// Reports of steps that the engine completes because the work that they host has ended. They come before the mail, because
  /// new messages must not overtake the report that caused them.
  @exclusivity(unchecked) var consequences = FirstInFirstOut<Consequence>()
  /// What is due when no step, closure or handler of a finished run is on the stack.
  @exclusivity(unchecked) var afterwards: [Afterward] = []
  /// Messages that were taken from the mailbox and wait for delivery.
  @exclusivity(unchecked) private var batch = MailBatch(next: 0)
  /// The number of times that a value of a key was added or removed in the contexts of this event loop's runs.
  @exclusivity(unchecked) var contextChanges: [ObjectIdentifier: Int] = [:]
  /// The number of steps and messages that remain in this turn.
  @exclusivity(unchecked) var allowance = 0
  /// The number of nested deliveries, of this event loop and others, on the delivering thread.
  @exclusivity(unchecked) fileprivate(set) var depth: UInt32 = 0
  /// The number of requests that wait for the run's own closures to return. Nothing starts before they have been performed.
  @exclusivity(unchecked) var requests: UInt32 = 0
  /// The lane whose closure is executing; see ``lane``.
  @exclusivity(unchecked) var currentLane: Unmanaged<Lane>?
  /// The lane that the delivery under way keeps alive. It alone isn't retained by `first` and `currentLane`.
  @exclusivity(unchecked) var held: Unmanaged<Lane>?
  /// The first lane of the run whose builder is executing. Unmanaged, because each step that the builder makes uses it.
  @exclusivity(unchecked) private var builder: Unmanaged<Lane>?
  /// The number of times that an intent was called or has returned; odd while an intent is executing. The event loop writes
  /// it; threads that report read it.
  let starts = Atomic<Int>(0)
  /// Late reports that were made inside the intent that is executing.
  @exclusivity(unchecked) var lateReports: [ReportMail] = []
  /// Closures that forward content, so that a long row of operators doesn't recurse.
  @exclusivity(unchecked) var handovers: [() -> Void] = []

  init(queue: any FlowQueue, runsAsyncSteps: Bool = false) {
    self.queue = queue
    dispatchQueue = (queue as? DispatchFlowQueue ?? (queue as? AttendedQueue)?.queue).map { .passUnretained($0) }
    self.runsAsyncSteps = runsAsyncSteps || queue.runsAsyncSteps
    queueIdentity = UInt(bitPattern: queue.identity)
  }

  /// Delivers everything that waits. The mailbox has been busy since this turn was scheduled.
  func drain(turn number: UInt) {
    dueTurn.claim(number)
    let outer = CurrentThread.delivery(in: threadSlot)
    activate(after: outer)
    deliverRest(leavingTo: outer)
  }

  /// Delivers one message. Returns whether more messages wait; the turn then stays due.
  func deliverNext(turn number: UInt) -> Bool {
    dueTurn.claim(number)
    let outer = CurrentThread.delivery(in: threadSlot)
    activate(after: outer)
    if batch.isEmpty { batch = mailbox.takeAll() }
    if let message = batch.popFirst() { deliver(message) } else { moveLanes() }
    CurrentThread.leave(threadSlot, to: outer)
    if batch.isEmpty, !hasReady, mailbox.tryRelease() { return false }
    dueTurn.giveBack(number)
    return true
  }

  /// Delivers a message, and moves the lanes that can move then.
  private func deliver(_ message: Message) {
    message.deliver()
    moveLanes()
    // A report keeps its lane alive up to here.
    letGo()
    withExtendedLifetime(message) {}
  }

  /// Whether a chain must stop between two steps, because messages wait or other work needs the queue.
  func interruptsChain() -> Bool {
    allowance -= 1
    return allowance <= 0 || !batch.isEmpty || mailbox.hasMail
  }

  /// Whether a closure has made a request that must be performed before anything starts or comes to rest.
  var hasRequests: Bool { requests > 0 }

  /// Delivers what waits, messages before interrupted lanes, and then leaves the thread to the `outer` event loop.
  func deliverRest(leavingTo outer: CurrentThread.Delivery) {
    // Messages that arrive during a batch make up the next one. The number of batches is limited, so that a busy run doesn't
    // block other work on the queue, which can be the main queue.
    var batches = 0
    repeat {
      if batch.isEmpty, mailbox.hasMail { batch = mailbox.takeAll() }
      while allowance > 0, let message = batch.popFirst() {
        allowance -= 1
        deliver(message)
      }
      // A lane that was interrupted for messages continues after them.
      if hasReady, !mailbox.hasMail { moveLanes() }
      batches += 1
    } while (mailbox.hasMail || hasReady) && batches < 16 && allowance > 0
    CurrentThread.leave(threadSlot, to: outer)
    if hasReady || !batch.isEmpty || !mailbox.tryRelease() { scheduleTurn() }
  }

  /// Makes this thread the delivering one, inside the delivery that is under way on it.
  func activate(after outer: CurrentThread.Delivery) {
    #if DEBUG
      queue.preconditionIsCurrent()
    #endif
    depth = outer.depth + 1
    allowance = EventLoop.allowancePerTurn
    CurrentThread.enter(self, in: threadSlot)
  }

  /// Records that the builder of a run begins to execute, and returns the outer one.
  func beginBuilding(in lane: Lane?) -> Unmanaged<Lane>? {
    let outer = builder
    builder = lane.map { .passUnretained($0) }
    return outer
  }

  func endBuilding(leavingTo outer: Unmanaged<Lane>?) {
    builder = outer
  }

  /// Records a step that the builder has made. The builder's run keeps the step. Returns false if another closure has made it.
  func note(built step: AnyFlowStep) -> Bool {
    // Outside of its closures, the builder's lane is the current one.
    guard let builder, currentLane?.toOpaque() == builder.toOpaque() else { return false }
    builder._withUnsafeGuaranteedRef { $0.run.note(built: step) }
    return true
  }
}
