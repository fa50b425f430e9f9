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
  /// The identity of the queue, which every handler that is attached takes for its home.
  let home: UInt
  /// Whether the functions of async steps, and what they await, execute by turns of the queue.
  let runsAsyncSteps: Bool
  private let mailbox = Mailbox()

  /// The lane that moves next, of those that can: the one that was woken last, so that a child's chain goes before its
  /// sibling. Apart from the others, because most often it is the only one.
  @exclusivity(unchecked) private var first: Lane?
  /// The other lanes that can move; the last one moves first.
  @exclusivity(unchecked) private var ready: [Lane] = []
  /// Reports of steps that the engine itself completes, because what they host has ended. They come before the mail: what
  /// arrives meanwhile must not overtake the report that has led to them.
  @exclusivity(unchecked) private var consequences: [Message] = []
  /// What is to be done when no step, closure or handler of a finished run is on the stack any more.
  @exclusivity(unchecked) private var afterwards: [() -> Void] = []
  /// Messages that were taken from the mailbox and wait for their turn.
  @exclusivity(unchecked) private var batch = MessageBatch(next: 0)
  /// How many requests of the run's own closures wait for those to return; nothing starts before they are met.
  @exclusivity(unchecked) private var requests = 0
  /// The lane whose closure is executing; the first of its run while the builder is.
  @exclusivity(unchecked) private(set) var lane: Lane?

  init(queue: any FlowQueue, runsAsyncSteps: Bool = false) {
    self.queue = queue
    self.runsAsyncSteps = runsAsyncSteps || queue.runsAsyncSteps
    home = UInt(bitPattern: queue.identity)
  }

  /// A conductor for a bare run: of the preferred one and the one that is at work the first that is on the main queue, so
  /// that a run which is started by another's closure waits until that has returned; else a new one.
  static func onMainQueue(preferring preferred: Conductor?) -> Conductor {
    let main = DispatchFlowQueue.main
    if let preferred, preferred.queue.identity == main.identity { return preferred }
    if let ambient = Ambient.conductor, ambient.queue.identity == main.identity { return ambient }
    return Conductor(queue: main)
  }

  // MARK: From any thread

  /// Delivers a message: on the spot if the caller is on the queue and nothing is under way or ahead of it, else by a turn.
  @usableFromInline
  func post(_ message: Message) {
    if enter() { perform { message.deliver() } } else { postLater(message) }
  }

  /// Delivers the completion of a link's handler, which the caller holds.
  func post(_ handler: AnyFlowStepHandler, _ link: Link) {
    if enter() {
      perform { link.receive(handler) }
    } else {
      link.completed = handler
      postLater(link)
    }
  }

  /// Makes the caller the one who delivers, if it is on the queue and nothing is under way or waiting.
  private func enter() -> Bool {
    // Cheapest first: while something is under way the queue need not be asked. An async step's code that is on the queue
    // belongs to the run as well, and nothing of the run happens between two of its statements.
    mailbox.isIdle && queue.isCurrent && AsyncWork.current?.conductor !== self && mailbox.enter()
  }

  /// Delivers a message by a turn, even if the caller is on the queue.
  @usableFromInline
  func postLater(_ message: Message) {
    if mailbox.push(message) { queue.enqueue(FlowTurn(self)) }
  }

  /// Delivers the report of a step that the engine completes: before anything else that arrives, if what has led to it is
  /// being delivered right now.
  func postConsequence(_ message: Message) {
    if Ambient.conductor === self { consequences.append(message) } else { post(message) }
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
    return !(batch.isEmpty && !hasReady && mailbox.leave())
  }

  /// Whether something has arrived that is not delivered yet.
  var hasMail: Bool { !batch.isEmpty || mailbox.hasMail }

  /// Whether a closure has asked for something that has to come before anything more starts, or comes to rest.
  var hasRequests: Bool { requests > 0 }

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
      if hasReady { moveLanes() }
      batches += 1
    } while (mailbox.hasMail || hasReady) && batches < 16
    Ambient.leave(to: outer)
    if hasReady || !mailbox.leave() { queue.enqueue(FlowTurn(self)) }
  }

  /// The run whose closure is executing, or whose builder is.
  @usableFromInline var current: Run? { lane?.run }

  /// From now on closures of this lane execute. Returns the lane whose closures did.
  func exchangeLane(_ lane: Lane) -> Lane? {
    let outer = self.lane
    self.lane = lane
    return outer
  }

  /// From now on closures of this lane execute.
  func enter(_ lane: Lane) {
    if self.lane !== lane { self.lane = lane }
  }

  /// Closures of this lane execute again, or of none.
  func setLane(_ lane: Lane?) {
    self.lane = lane
  }

  /// Does what a closure that is executing asks for, as soon as it has returned and before anything more starts.
  func meet(_ request: @escaping () -> Void) {
    requests += 1
    postLater(
      Errand { [self] in
        requests -= 1
        request()
      })
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
    if Ambient.conductor === self { wake(lane) } else { post(Errand { lane.run.conductor.wake(lane) }) }
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
          consequences.removeFirst().deliver()
          if delivered < 16 { delivered += 1 }
        } else if delivered < 16, let lane = popReady() {
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
