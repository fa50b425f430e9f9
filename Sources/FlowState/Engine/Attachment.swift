public import Synchronization

/// The state that a handler shares with the start that it serves, from binding to settlement and beyond.
///
/// Each start that binds a handler makes an attachment. The handler belongs to the user's screen or callback, and can be
/// released at any time. The run never holds the handler, only the attachment. An attachment is a message that delivers a
/// report, or the release of the handler. All fields except the atomic ones, `parked` and `completed` are confined to the
/// queue of the run.
@usableFromInline
final class Attachment: Message {
  /// The event loop of the lane's run. The lane keeps it alive, so retaining it at each start would be a waste.
  @usableFromInline let unownedEventLoop: Unmanaged<EventLoop>
  /// The lane that the handler reports to.
  @usableFromInline let lane: Lane?
  /// The name of the step when it released the attachment, for later reports.
  @exclusivity(unchecked) private var lastName = StepName("")
  /// The step, while a settled handler can complete it again.
  @exclusivity(unchecked) var step: AnyFlowStep?
  /// The step that the attachment serves. The step resets this reference before it releases the attachment.
  @exclusivity(unchecked) var owner: Unmanaged<AnyFlowStep>?
  /// The lanes that the step started.
  @exclusivity(unchecked) var host: LaneHost?
  /// Ends other work that the engine started for the step.
  @exclusivity(unchecked) var interruption: (() -> Void)?
  /// Forwards content to the step that an operator wraps. A closure in a box, because only the step knows its type.
  @usableFromInline @exclusivity(unchecked) var forward: AnyObject?
  /// Passes new content to the owner of the handler. A closure in a box, as above. Only on the main queue.
  @usableFromInline @exclusivity(unchecked) var update: AnyObject?
  /// The handler that reports. The one thread that the handler's state lets send sets it. The queue reads it after the
  /// mailbox.
  @exclusivity(unchecked) var completed: AnyFlowStepHandler?
  /// The report on its way to this attachment, if another start has bound the handler meanwhile. Guarded by the handler's
  /// lock.
  @usableFromInline @exclusivity(unchecked) var parked: AnyFlowStepHandler?
  /// Whether the handler was released or serves another start. If so, its owner must not receive content.
  @usableFromInline let isOrphaned = Atomic<Bool>(false)
  /// Whether the handler must notify the event loop of its release even after it has settled.
  let reportsRelease = Atomic<Bool>(false)
  /// The action that stops the work if the step is cancelled. Any thread can set it.
  let cancellation = CancellationSlot()

  /// Creates the attachment of one start of a step.
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

  /// The name of the step that the attachment serves, or served last.
  var name: StepName {
    owner?._withUnsafeGuaranteedRef { $0.name } ?? lastName
  }

  var identifier: String { name.identifier }

  /// Ends the reference to the step, which no longer needs the attachment or is being released.
  @usableFromInline
  func forgetStep() {
    lastName = name
    owner = nil
  }

  /// Ends this attachment because another start has bound the handler. Called on the queue of that start.
  ///
  /// - Parameter isSuperseded: Whether the start of this attachment still waited for the handler.
  @usableFromInline
  func loseHandler(isSuperseded: Bool) {
    isOrphaned.store(true, ordering: .releasing)
    if CurrentThread.eventLoop === eventLoop {
      handlerIsLost(isSuperseded)
    } else {
      // In a turn of its own queue, which also releases what the attachment holds.
      eventLoop.postLater(ClosureMessage { [self] in handlerIsLost(isSuperseded) })
    }
  }

  private func handlerIsLost(_ isSuperseded: Bool) {
    update = nil
    if isSuperseded {
      step = nil
      lane?.supersede(self)
    } else if step != nil {
      // An earlier report can still complete the step again. It has already been sent.
      eventLoop.postLater(ClosureMessage { [self] in step = nil })
    }
  }

  /// Ends this attachment because the step is started again. Even with the same handler, this attachment no longer waits.
  func retire() {
    lane?.supersede(self)
    step = nil
    forgetStep()
  }

  /// Ends this attachment because the step is taken apart. A handler that lives on must not keep the step alive, and the
  /// attachment must not keep the objects of a released handler alive.
  func part() {
    // The step may wait in another run, which must not wait forever.
    lane?.supersede(self)
    step = nil
    host = nil
    forward = nil
    forgetStep()
    if isOrphaned.load(ordering: .acquiring) { update = nil }
  }

  /// Sets the closure that passes new content to the owner of the handler. Called on the main queue.
  func setUpdate(_ update: AnyObject?) {
    self.update = update
    reportsRelease.store(update != nil || step != nil, ordering: .relaxed)
  }

  /// Whether the lane waits for this handler.
  var isAwaited: Bool { lane?.waitingOn === self }

  /// Releases the actions that would have stopped the work, because the start has settled.
  @usableFromInline
  func settle() {
    if host != nil { host = nil }
    if interruption != nil { interruption = nil }
    if forward != nil { forward = nil }
    cancellation.clear()
    if let owner { owner._withUnsafeGuaranteedRef { if $0.extras != nil { $0.clearCancellation() } } }
  }

  /// Stops the work of a start that was cancelled or superseded. The lanes of its host are already closed.
  func stopWork() {
    let interruption = interruption.take()
    let ofStep = owner?._withUnsafeGuaranteedRef { $0.takeCancellation() }
    forward = nil
    interruption?()
    ofStep?()
    cancellation.cancel()?.body()
  }

  /// Delivers a completion, or the release of the handler.
  @usableFromInline
  override func deliver() {
    if let handler = completed.take() {
      handlerReported(handler)
      // If that was the handler's last owner, release its update closure now. The run can end before the release message
      // arrives.
      if isOrphaned.load(ordering: .acquiring) { update = nil }
    } else {
      let step = step
      self.step = nil
      update = nil
      // No work is left to stop.
      if isAwaited { settle() }
      if let step, step.attachment === self {
        forgetStep()
        step.attachment = nil
      }
      lane?.abandon(self)
    }
  }

  /// Delivers a completion at once, from a thread that holds the handler.
  func handlerReported(_ handler: AnyFlowStepHandler) {
    lane?.handlerReported(handler, to: self)
  }
}
