import Synchronization

/// Delivers messages to runs and moves their lanes, one at a time.
///
/// A run and the flows nested in it share one event loop, so their events have one order. Only the event loop calls user code,
/// and never under a lock.
///
/// `@unchecked Sendable`: any thread can use `mailbox`, `starts` and `home`, which are atomic or don't change. Only the one
/// thread that has acquired `mailbox` uses the fields marked `@exclusivity(unchecked)`.
@usableFromInline
final class EventLoop: TurnOwner, @unchecked Sendable {
  /// The number of steps and messages in one turn. Reports of steps that the engine completes don't count.
  private static let allowancePerTurn: Int16 = 1_000
  /// The number of the engine's own reports after which lanes wait until messages are delivered.
  private static let reportsBeforeMessages = 16
  /// The maximum depth of nested deliveries on one thread's stack. Deeper deliveries wait for a turn.
  private static let depthLimit: UInt16 = 16

  /// The queue that executes the turns.
  let home: LoopQueue
  /// The slot of the thread-local reference to the delivering event loop. A field, because a global is initialized lazily, which
  /// each use checks.
  let threadSlot = CurrentThread.eventLoopKey
  private let mailbox = Mailbox()
  /// The number of times that an intent was called or has returned; odd while an intent is executing. The event loop writes
  /// it; threads that report read it.
  private let starts = Atomic<Int>(0)

  /// The lanes that can move, and the one whose closure is executing.
  @exclusivity(unchecked) private var lanes = LaneReferences()
  /// Reports of steps that the engine completes because the work that they host has ended. They come before the mail, because
  /// new messages must not overtake the report that caused them.
  @exclusivity(unchecked) private var engineReports = FirstInFirstOut<EngineReport>()
  /// The actions that are due when no step, closure or handler of a finished run is on the stack.
  @exclusivity(unchecked) private var deferredActions: [DeferredAction] = []
  /// Messages that were taken from the mailbox and wait for delivery.
  @exclusivity(unchecked) private var batch = MailBatch(next: 0)
  // These three share a word.
  /// The number of steps and messages that remain in this turn.
  @exclusivity(unchecked) private var allowance: Int16 = 0
  /// The number of nested deliveries, of this event loop and others, on the delivering thread.
  @exclusivity(unchecked) private(set) var depth: UInt16 = 0
  /// The number of requests that wait for the run's own closures to return. Nothing starts before they have been performed.
  @exclusivity(unchecked) private var requests: UInt32 = 0
  /// The first lane of the run whose builder is executing. Unmanaged, because each step that the builder makes uses it.
  @exclusivity(unchecked) private var builder: Unmanaged<Lane>?
  /// State that few event loops need; nil for the others.
  @exclusivity(unchecked) private var extras: Extras?

  private final class Extras {
    /// Late reports that were made inside the intent that is executing.
    @exclusivity(unchecked) var lateReports: [ReportMail] = []
    /// The closures that forward content.
    @exclusivity(unchecked) var forwardings = ForwardingQueue()
    /// See ``EventLoop/contextChanges``.
    @exclusivity(unchecked) var contextChanges: [ObjectIdentifier: Int] = [:]
  }

  init(queue: any FlowQueue, runsAsyncSteps: Bool = false) {
    home = LoopQueue(queue, runsAsyncSteps: runsAsyncSteps)
  }

  // MARK: Posting, on any thread

  /// Delivers a message: at once if the caller is on the queue and nothing is under way or waiting, otherwise in a turn.
  @usableFromInline
  func post(_ message: Message) {
    guard let outer = tryAcquire() else { return postLater(message) }
    activate(after: outer)
    message.deliver()
    finishDelivery(leavingTo: outer)
  }

  /// Delivers a report that no intent can take: on the spot if it may be delivered at once, otherwise in an envelope. The caller
  /// releases the address afterwards. Not copied, because a copy takes 150 instructions.
  @inline(__always)
  func post(to address: ReportAddress, _ contents: inout ReportContents) {
    if address.isOfEngine, isDelivering { return keep(.mail(ReportMail(to: address, moving: &contents))) }
    guard let outer = tryAcquire() else { return postLater(ReportMail(to: address, moving: &contents)) }
    activate(after: outer)
    lanes.hold(address.lane)
    address.open(&contents, from: nil)
    finishDelivery(leavingTo: outer)
  }

  /// Delivers a message in a turn, even if the caller is on the queue.
  @usableFromInline
  func postLater(_ message: Message) {
    if mailbox.push(message) { scheduleTurn() }
  }

  /// Mails a message under a lock. Returns whether the caller must call ``scheduleTurn()`` when it has released the lock.
  func pushLocked(_ message: Message) -> Bool { mailbox.push(message) }

  /// Passes a turn to the queue. Only for the thread that has made the mailbox busy, or keeps it busy.
  func scheduleTurn() {
    home.queue.enqueue(makeTurn())
  }

  /// Whether something is under way or waits for a turn.
  var isBusy: Bool { !mailbox.isIdle }

  /// Makes the caller the receiver if it is on the queue and nothing is under way or waiting. Refuses if the caller is deep in
  /// deliveries of other runs, because runs that complete each other must not exhaust the stack.
  private func tryAcquire() -> CurrentThread.Delivery? {
    // The cheapest check comes first: while something is under way, there is no need to ask the queue. An async step's code on
    // the queue also belongs to the run, and no other code of the run may execute between two of its statements.
    guard mailbox.isIdle, home.isCurrent else { return nil }
    let outer = CurrentThread.delivery(in: threadSlot)
    guard outer.depth < EventLoop.depthLimit, !home.isInAsyncStep(of: self), mailbox.tryAcquire() else { return nil }
    return outer
  }

  /// Keeps a report of the engine until its cause has been delivered.
  func keep(_ report: EngineReport) { engineReports.append(report) }

  // MARK: Delivering

  override func drain() {
    let outer = CurrentThread.delivery(in: threadSlot)
    activate(after: outer)
    deliverRest(leavingTo: outer)
  }

  override func deliverNext() -> Bool {
    let outer = CurrentThread.delivery(in: threadSlot)
    activate(after: outer)
    if batch.isEmpty { batch = mailbox.takeAll() }
    if let message = batch.popFirst() { deliver(message) } else { moveLanes() }
    CurrentThread.leave(threadSlot, to: outer)
    return !batch.isEmpty || lanes.hasReady || !mailbox.tryRelease()
  }

  /// Delivers a message, and moves the lanes that can move then.
  private func deliver(_ message: Message) {
    message.deliver()
    moveLanes()
    // A report keeps its lane alive up to here.
    lanes.endHolding()
    withExtendedLifetime(message) {}
  }

  /// Moves the lanes that can move after a delivery on the spot, and delivers what waits.
  private func finishDelivery(leavingTo outer: CurrentThread.Delivery) {
    moveLanes()
    lanes.endHolding()
    deliverRest(leavingTo: outer)
  }

  /// Delivers what waits, and then leaves the thread to the `outer` event loop.
  private func deliverRest(leavingTo outer: CurrentThread.Delivery) {
    if hasMore { deliverMore() }
    CurrentThread.leave(threadSlot, to: outer)
    if lanes.hasReady || !batch.isEmpty || !mailbox.tryRelease() { scheduleTurn() }
  }

  private var hasMore: Bool { mailbox.hasMail || lanes.hasReady || !batch.isEmpty }

  /// Delivers messages, and then moves interrupted lanes.
  private func deliverMore() {
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
      if lanes.hasReady, !mailbox.hasMail { moveLanes() }
      batches += 1
    } while (mailbox.hasMail || lanes.hasReady) && batches < 16 && allowance > 0
  }

  /// Makes this thread the delivering one, inside the delivery that is under way on it.
  private func activate(after outer: CurrentThread.Delivery) {
    #if DEBUG
      home.queue.preconditionIsCurrent()
    #endif
    depth = outer.depth + 1
    allowance = EventLoop.allowancePerTurn
    CurrentThread.enter(self, in: threadSlot)
  }

  /// Moves lanes until no lane can move or messages must come first. A busy chain must not delay a cancellation.
  private func moveLanes() {
    var delivered = 0
    repeat {
      while requests == 0 {
        if let report = engineReports.popFirst() {
          report.deliver()
          if delivered < EventLoop.reportsBeforeMessages { delivered += 1 }
        } else if delivered < EventLoop.reportsBeforeMessages, allowance > 0, let lane = lanes.popReady() {
          if lane._withUnsafeGuaranteedRef({ $0.move() }) {
            lanes.wake(lane.takeUnretainedValue())
            // Messages are next. Only the engine's own reports still come before them.
            delivered = .max
          }
          lanes.release(lane)
        } else {
          break
        }
      }
      lanes.setCurrent(nil)
      if deferredActions.isEmpty { return }
      var actions = deferredActions
      deferredActions = []
      // The oldest first.
      actions.reverse()
      while let action = actions.popLast() {
        if case .end(let run, let completion, let ending) = action { run.finish(completion, ending) }
      }
    } while true
  }

  /// Whether a chain must stop between two steps, because messages wait or other work needs the queue.
  func interruptsChain() -> Bool {
    // Steps that follow reports of the engine don't count below zero.
    if allowance > 0 { allowance -= 1 }
    return allowance == 0 || !batch.isEmpty || mailbox.hasMail
  }

  /// Moves a lane as soon as the executing closure has returned.
  func wake(_ lane: Lane) { lanes.wake(lane) }

  /// Relies on the caller to keep a lane alive until the delivery is over. Meanwhile, the event loop doesn't retain it.
  func hold(_ lane: Unmanaged<Lane>) { lanes.hold(lane) }

  /// Performs an action when nothing of a finished run is on the engine's stack.
  func perform(afterwards action: DeferredAction) {
    deferredActions.append(action)
  }

  // MARK: The closure that is executing

  /// The lane whose closure is executing. While the builder executes, the first lane of its run.
  var lane: Lane? { lanes.current?.takeUnretainedValue() }

  /// The run whose closure or builder is executing.
  @usableFromInline var current: Run? { lane?.run }

  /// Sets the lane whose closures execute; nil for none.
  func setLane(_ lane: Lane?) { lanes.setCurrent(lane) }

  /// Sets the lane whose closures execute, and returns the previous one, for ``restoreLane(_:)``. Both inside one delivery.
  func exchangeLane(_ lane: Lane) -> Unmanaged<Lane>? { lanes.exchangeCurrent(lane) }

  /// Sets the lane whose closures execute to the one before an exchange.
  func restoreLane(_ outer: Unmanaged<Lane>?) { lanes.restoreCurrent(outer) }

  /// Whether a closure has made a request that must be performed before anything starts or comes to rest.
  var hasRequests: Bool { requests > 0 }

  /// Performs a request of the executing closure as soon as the closure has returned, and before anything else starts.
  func meet(_ request: @escaping () -> Void) {
    requests += 1
    postLater(
      ClosureMessage { [self] in
        requests -= 1
        request()
      })
  }

  // MARK: The intent that is executing

  /// The number of the start whose intent is executing; 0 if there is none. Any thread can read it.
  var startUnderWay: Int {
    let number = starts.load(ordering: .relaxed)
    return number & 1 == 1 ? number : 0
  }

  /// Whether an intent is executing. Confined to the queue.
  var isStarting: Bool { startUnderWay != 0 }

  /// Records that an intent is about to be called.
  func intentWillBeCalled() {
    starts.store(starts.load(ordering: .relaxed) + 1, ordering: .relaxed)
  }

  /// Keeps a late report until the intent that made it has returned.
  func keep(late mail: ReportMail) {
    makeExtras().lateReports.append(mail)
  }

  /// Records that the intent has returned and that its handler, if there is one, is bound.
  func intentHasReturned() {
    guard isStarting else { return }
    starts.store(starts.load(ordering: .relaxed) + 1, ordering: .relaxed)
    if let extras, !extras.lateReports.isEmpty { sendLateReports() }
  }

  @inline(never)
  private func sendLateReports() {
    let reports = makeExtras().lateReports
    makeExtras().lateReports = []
    for report in reports { report.postUnlessTaken() }
  }

  // MARK: The builder that is executing

  /// Records that the builder of a run begins to execute, and returns the outer one.
  func beginBuilding(in lane: Lane?) -> Unmanaged<Lane>? {
    let outer = builder
    builder = lane.map { .passUnretained($0) }
    return outer
  }

  func endBuilding(leavingTo outer: Unmanaged<Lane>?) { builder = outer }

  /// Records a step that the builder has made. The builder's run keeps the step. Returns false if another closure has made it.
  func note(built step: AnyFlowStep) -> Bool {
    // Outside of its closures, the builder's lane is the current one.
    guard let builder, lanes.current?.toOpaque() == builder.toOpaque() else { return false }
    builder._withUnsafeGuaranteedRef { $0.run.note(built: step) }
    return true
  }

  // MARK: Content and context

  /// Begins to forward content to another step. Returns false if content is being forwarded; then call ``forwardLater(_:)``.
  @usableFromInline
  func beginForwarding() -> Bool { makeExtras().forwardings.begin() }

  /// Forwards content when the forwarding that is under way is done.
  @usableFromInline
  func forwardLater(_ body: @escaping () -> Void) {
    makeExtras().forwardings.add(body)
  }

  /// Ends the forwarding: forwards the content that was to be forwarded later.
  @usableFromInline
  func endForwarding() {
    while let body = extras?.forwardings.next() { body() }
  }

  /// The number of times that a value of a key was added or removed in the contexts of this event loop's runs.
  var contextChanges: [ObjectIdentifier: Int] { extras?.contextChanges ?? [:] }

  /// Records that a value of a key was added or removed.
  func noteContextChange(of key: ObjectIdentifier) {
    makeExtras().contextChanges[key, default: 0] += 1
  }

  private func makeExtras() -> Extras {
    if let extras { return extras }
    extras = Extras()
    return makeExtras()
  }
}
