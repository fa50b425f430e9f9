public import Synchronization

/// What a handler and the start that it serves share, from the bind to the settlement and beyond.
///
/// Each start that binds a handler makes an attachment. The handler belongs to the user's screen or callback and may go away at any
/// time; the run never holds it, only the attachment. The report that an attachment carries, and the death of the handler, are messages
/// of the attachment. All fields but the atomic ones, `parked` and `completed` are confined to the queue of the run.
@usableFromInline
final class Attachment: Message {
  /// The event loop of the lane's run, which the lane holds as long as the attachment holds the lane: counting its users at each
  /// start of a step would be for nothing.
  @usableFromInline let unownedEventLoop: Unmanaged<EventLoop>
  /// The lane that the handler reports to.
  @usableFromInline let lane: Lane?
  /// The step's name when it let go of the attachment, for reports that come later.
  @exclusivity(unchecked) private var lastName = StepName("")
  /// The step, while a settled handler may complete it again.
  @exclusivity(unchecked) var step: AnyFlowStep?
  /// The step that the attachment serves, as long as it does; the step lets go of it first.
  @exclusivity(unchecked) var owner: Unmanaged<AnyFlowStep>?
  /// What the step has started in lanes of its own.
  @exclusivity(unchecked) var host: LaneHost?
  /// Ends other work that the engine has started for the step.
  @exclusivity(unchecked) var interruption: (() -> Void)?
  /// Hands content on to the step that an operator is about: a closure, in a box because only the step knows its type.
  @usableFromInline @exclusivity(unchecked) var forward: AnyObject?
  /// What the owner of the handler does with new content, in a box as above. On the main queue only.
  @usableFromInline @exclusivity(unchecked) var update: AnyObject?
  /// The handler that reports. Guard: set by the thread that the handler's state lets send, read by the queue after the
  /// mailbox.
  @exclusivity(unchecked) var completed: AnyFlowStepHandler?
  /// The report on its way to this attachment, if another start has bound the handler meanwhile. Guard: the handler's lock.
  @usableFromInline @exclusivity(unchecked) var parked: AnyFlowStepHandler?
  /// Set when the handler is gone or serves another start: nothing may be handed over to its owner any more.
  @usableFromInline let isOrphaned = Atomic<Bool>(false)
  /// Whether the handler's death has to be told although it has completed.
  let reportsRelease = Atomic<Bool>(false)
  /// What stops the work if the step is cancelled; set from any thread.
  let cancellation = CancellationSlot()

  /// Makes the attachment of one start of a step.
  @usableFromInline
  init(of step: AnyFlowStep, in lane: Lane) {
    unownedEventLoop = lane.unownedEventLoop
    self.lane = lane
    owner = .passUnretained(step)
    super.init()
    if lane.isOpen {
      self.step = step
      reportsRelease.store(true, ordering: .relaxed)
    }
    if let earlier = step.attachment { earlier.forgetStep() }
    step.attachment = self
  }

  @usableFromInline var eventLoop: EventLoop { unownedEventLoop.takeUnretainedValue() }

  /// The name of the step that the attachment serves, or has served last.
  var name: StepName {
    owner?._withUnsafeGuaranteedRef { $0.name } ?? lastName
  }

  var identifier: String { name.identifier }

  /// The step that the attachment serves does not need it any more, or goes away.
  @usableFromInline
  func forgetStep() {
    lastName = name
    owner = nil
  }

  /// Another start has the handler from now on. On the queue of that start.
  ///
  /// - Parameter isSuperseded: Whether the handler was taken from a start that waited for it.
  @usableFromInline
  func loseHandler(isSuperseded: Bool) {
    isOrphaned.store(true, ordering: .releasing)
    if CurrentThread.eventLoop === eventLoop {
      handlerIsLost(isSuperseded)
    } else {
      // By a turn of its own queue, where also what the attachment holds is let go of.
      eventLoop.postLater(ClosureMessage { [self] in handlerIsLost(isSuperseded) })
    }
  }

  private func handlerIsLost(_ isSuperseded: Bool) {
    update = nil
    if isSuperseded {
      step = nil
      lane?.supersede(self)
    } else if step != nil {
      // What was reported before may still complete the step again; it has been sent already.
      eventLoop.postLater(ClosureMessage { [self] in step = nil })
    }
  }

  /// The step is started again: whether or not it gets the same handler, nothing is waited for here any more.
  func retire() {
    lane?.supersede(self)
    step = nil
    forgetStep()
  }

  /// The step is taken apart: a handler that lives on must not keep it, nor the attachment what belonged to one that has gone.
  func part() {
    // In case that it waits in another run, which must not wait for ever.
    lane?.supersede(self)
    step = nil
    host = nil
    forward = nil
    forgetStep()
    if isOrphaned.load(ordering: .acquiring) { update = nil }
  }

  /// Sets what the owner of the handler does with new content. On the main queue.
  func setUpdate(_ update: AnyObject?) {
    self.update = update
    reportsRelease.store(update != nil || step != nil, ordering: .relaxed)
  }

  /// Whether the lane waits for this handler.
  var isAwaited: Bool { lane?.waitingOn === self }

  /// The start has settled: lets go of what would have stopped its work.
  @usableFromInline
  func settle() {
    if host != nil { host = nil }
    if interruption != nil { interruption = nil }
    if forward != nil { forward = nil }
    cancellation.clear()
    if let owner { owner._withUnsafeGuaranteedRef { if $0.extras != nil { $0.clearCancellation() } } }
  }

  /// Stops the work of the start, which has been cancelled or superseded. The lanes of its host are closed already.
  func stopWork() {
    let interruption = interruption.take()
    let ofStep = owner?._withUnsafeGuaranteedRef { $0.takeCancellation() }
    forward = nil
    interruption?()
    ofStep?()
    cancellation.cancel()?.body()
  }

  /// A completion has arrived, or the handler has gone.
  @usableFromInline
  override func deliver() {
    if let handler = completed.take() {
      handlerReported(handler)
      // If that was the handler's last owner, what its owner set goes now: the run may end before the farewell arrives.
      if isOrphaned.load(ordering: .acquiring) { update = nil }
    } else {
      let step = step
      self.step = nil
      update = nil
      // Nobody is at work any more who would have to be stopped.
      if isAwaited { settle() }
      if let step, step.attachment === self {
        forgetStep()
        step.attachment = nil
      }
      lane?.abandon(self)
    }
  }

  /// Receives a completion on the spot, from a thread that holds the handler.
  func handlerReported(_ handler: AnyFlowStepHandler) {
    lane?.handlerReported(handler, to: self)
  }
}
