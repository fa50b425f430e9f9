/// Delivers what reaches a run, and moves its lanes, one at a time.
///
/// A run and the flows nested in it share one conductor, so there is one order of events among them. User code is called
/// from here only, and never under a lock.
///
/// Guard of `@unchecked Sendable`: `mailbox` is atomic and the queue is Sendable. Everything else is touched only by the
/// thread that `mailbox` has let in, which is one at a time.
@usableFromInline
final class Conductor: @unchecked Sendable {
  let queue: any FlowQueue
  private let mailbox = Mailbox()

  /// Lanes that can move; the last one moves first, so that a child's chain goes before its sibling.
  @exclusivity(unchecked) private var ready: [Lane] = []
  /// What is to be done when no step, closure or handler of a finished run is on the stack any more.
  @exclusivity(unchecked) private var afterwards: [() -> Void] = []
  /// Messages that were taken from the mailbox and wait for their turn.
  @exclusivity(unchecked) private var batch = MessageBatch(next: 0)
  /// The run whose closure is executing, or whose builder is.
  @usableFromInline @exclusivity(unchecked) var current: Run?
  /// The lane whose closure is executing.
  @exclusivity(unchecked) private(set) var lane: Lane?

  init(queue: any FlowQueue) {
    self.queue = queue
  }

  /// A conductor for a bare run: the one that is at work, if it is on the main queue, so that a run which is started by
  /// another's closure waits until that has returned.
  static func onMainQueue() -> Conductor {
    if let conductor = Ambient.conductor, conductor.queue.identity == DispatchFlowQueue.main.identity {
      return conductor
    }
    return Conductor(queue: DispatchFlowQueue.main)
  }

  // MARK: From any thread

  /// Delivers a message: on the spot if the caller is on the queue and nothing is under way or ahead of it, else by a turn.
  @usableFromInline
  func post(_ message: Message) {
    if queue.isCurrent, mailbox.enter() {
      perform { message.deliver() }
    } else {
      postLater(message)
    }
  }

  /// Delivers a message by a turn, even if the caller is on the queue.
  @usableFromInline
  func postLater(_ message: Message) {
    if mailbox.push(message) { queue.enqueue(FlowTurn(self)) }
  }

  // MARK: On the queue

  /// Delivers everything that waits. Whoever scheduled this turn has made the mailbox busy.
  func drain() {
    perform {}
  }

  /// Delivers one message; returns whether more wait.
  func deliverNext() -> Bool {
    let outer = Ambient.enter(self)
    if batch.isEmpty { batch = mailbox.takeAll() }
    if let message = batch.popFirst() { message.deliver() }
    moveLanes()
    Ambient.leave(to: outer)
    return !(batch.isEmpty && ready.isEmpty && mailbox.leave())
  }

  /// Whether something has arrived that is not delivered yet.
  var hasMail: Bool { mailbox.hasMail }

  private func perform(_ first: () -> Void) {
    #if DEBUG
      queue.preconditionIsCurrent()
    #endif
    let outer = Ambient.enter(self)
    first()
    moveLanes()
    // What arrives while the messages of one batch are delivered makes up the next. After some of these the others on the
    // queue get their chance: a run that keeps itself busy must not keep the main queue.
    var batches = 0
    repeat {
      if batch.isEmpty, mailbox.hasMail { batch = mailbox.takeAll() }
      while let message = batch.popFirst() {
        message.deliver()
        moveLanes()
      }
      moveLanes()
      batches += 1
    } while (mailbox.hasMail || !ready.isEmpty) && batches < 16
    Ambient.leave(to: outer)
    if !ready.isEmpty || !mailbox.leave() { queue.enqueue(FlowTurn(self)) }
  }

  /// From now on closures of this lane execute.
  func enter(_ lane: Lane) {
    current = lane.run
    self.lane = lane
  }

  /// Makes a lane move as soon as the closure that is executing has returned.
  func wake(_ lane: Lane) {
    ready.append(lane)
  }

  /// Makes a lane move soon, also if another run on the same queue asks for it.
  func wakeFromOutside(_ lane: Lane) {
    if Ambient.conductor === self { wake(lane) } else { post(Wake(lane)) }
  }

  /// Calls `body` when the engine holds nothing of a finished run on its stack.
  func afterward(_ body: @escaping () -> Void) {
    afterwards.append(body)
  }

  /// Moves the lanes that can, until none can or the mail comes first.
  private func moveLanes() {
    repeat {
      while let lane = ready.popLast() {
        if lane.move() {
          ready.append(lane)
          break
        }
      }
      current = nil
      lane = nil
      let bodies = afterwards
      if bodies.isEmpty { return }
      afterwards = []
      for body in bodies { body() }
    } while true
  }
}

/// The message that a lane has something to do.
private final class Wake: Message {
  private let lane: Lane

  init(_ lane: Lane) {
    self.lane = lane
  }

  override func deliver() {
    lane.run.conductor.wake(lane)
  }
}
