public import Synchronization

/// A connection between a handler and a step that outlives one report: a screen that receives content, a handler that can
/// complete its step again, or a step that keeps itself alive.
///
/// Most starts have no attachment: their handler knows the lane and the visit, and that is enough until it has reported.
/// All fields except the atomic ones are confined to the queue of the run.
@usableFromInline
final class Attachment {
  /// The lane that the handler reports to.
  let lane: Lane
  /// The step, while a settled handler can complete it again.
  @exclusivity(unchecked) var step: AnyFlowStep?
  /// The step that the attachment serves. The step resets this reference before it releases the attachment.
  @exclusivity(unchecked) private(set) var owner: Unmanaged<AnyFlowStep>?
  /// The name of the step when it released the attachment, for later events.
  @exclusivity(unchecked) private var lastName = StepName("")
  /// Passes new content to the owner of the handler. A closure in a box, because only the step knows its type. Only on the main
  /// queue.
  @usableFromInline @exclusivity(unchecked) private(set) var update: AnyObject?
  /// Whether the handler was released or serves another start. If so, its owner must not receive content.
  @usableFromInline let isOrphaned = Atomic<Bool>(false)
  /// See ``reportsRelease``.
  private let wantsRelease = Atomic<Bool>(false)

  /// Creates the attachment of the start of a step that is under way in a lane.
  @usableFromInline
  init(of step: AnyFlowStep, in lane: Lane) {
    self.lane = lane
    owner = .passUnretained(step)
    if lane.isOpen {
      self.step = step
      wantsRelease.store(true, ordering: .relaxed)
    }
    if let earlier = step.attachment { earlier.forgetStep() }
    step.attachment = self
  }

  /// Whether the handler must notify the event loop of its release even after it has settled. You can read it on any thread.
  var reportsRelease: Bool { wantsRelease.load(ordering: .relaxed) }

  /// Records that the handler was released or serves another start. Called on any thread.
  func orphan() {
    isOrphaned.store(true, ordering: .releasing)
  }

  /// The name of the step that the attachment serves, or served last.
  var name: StepName {
    owner?._withUnsafeGuaranteedRef { $0.name } ?? lastName
  }

  /// The step, if a settled handler can complete it again: it hasn't been started since.
  var stepToComplete: AnyFlowStep? {
    guard let step, step.attachment === self else { return nil }
    return step
  }

  /// Ends the reference to the step, which no longer needs the attachment or is being released.
  @usableFromInline
  func forgetStep() {
    lastName = name
    owner = nil
  }

  /// Ends this attachment because another start has bound the handler.
  func handlerIsLost(_ isSuperseded: Bool) {
    update = nil
    if isSuperseded {
      step = nil
    } else if step != nil {
      // An earlier report can still complete the step again. It has already been sent.
      lane.run.eventLoop.postLater(ClosureMessage { [self] in step = nil })
    }
  }

  /// Ends this attachment because the step is started again or taken apart. A handler that lives on must not keep the step
  /// alive.
  func part() {
    step = nil
    forgetStep()
    if isOrphaned.load(ordering: .acquiring) { update = nil }
  }

  /// Ends this attachment because the handler was released.
  func handlerIsReleased() {
    let step = step
    self.step = nil
    update = nil
    if let step, step.attachment === self {
      forgetStep()
      step.attachment = nil
      step.awaitedBy = nil
      step.visitNumber = 0
    }
  }

  /// Releases the closure of a screen that was released together with its handler.
  func forgetOrphan() {
    if isOrphaned.load(ordering: .acquiring) { update = nil }
  }

  /// Sets the closure that passes new content to the owner of the handler. Called on the main queue.
  func setUpdate(_ update: AnyObject?) {
    self.update = update
    wantsRelease.store(update != nil || step != nil, ordering: .relaxed)
  }
}
