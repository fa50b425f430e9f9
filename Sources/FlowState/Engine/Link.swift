public import Synchronization

/// What a handler and its run share from the moment the handler is attached.
///
/// The handler belongs to the user's screen or callback and may go away at any time; the run never holds it, only the link.
/// The handler's death is a message of its link. All fields but `isOrphaned` and `completed` are confined to the queue.
@usableFromInline
class Link: Message {
  /// The conductor of the lane's run, which the lane holds as long as the link holds the lane: counting its users at each
  /// start of a step would be for nothing.
  @usableFromInline final let unownedConductor: Unmanaged<Conductor>
  /// The step's name when it let go of the link, for reports that come later.
  @exclusivity(unchecked) private final var lastIdentifier = ""
  /// The lane that the handler reports to.
  @exclusivity(unchecked) final var lane: Lane?
  /// The step, while a settled handler may complete it again.
  @exclusivity(unchecked) final var step: AnyFlowStep?
  /// The step that the link serves, as long as it does; the step lets go of it first.
  @exclusivity(unchecked) final var owner: Unmanaged<AnyFlowStep>?
  /// Ends the work that the step has started.
  @exclusivity(unchecked) final var interruption: (() -> Void)?
  /// The handler that reports; set by the thread that won its ticket, read by the queue after the mailbox.
  @exclusivity(unchecked) final var completed: AnyFlowStepHandler?
  /// Set when the handler is gone: nothing may be handed over to its owner any more.
  @usableFromInline final let isOrphaned = Atomic<Bool>(false)
  /// The number of the visit by which the step is being started again, else 0: the intent may return this very handler, and
  /// the work may report before it has returned.
  @usableFromInline final let reopening = Atomic<Int>(0)
  /// Whether the handler's death has to be told although it has completed.
  final let wantsFarewell = Atomic<Bool>(false)

  /// Makes a link that is going to serve a step in a lane of this conductor, before anybody else sees it.
  @usableFromInline
  init(_ conductor: Conductor) {
    unownedConductor = .passUnretained(conductor)
  }

  /// Makes the first link of a handler, for one start of one step.
  @usableFromInline
  init(for handler: AnyFlowStepHandler, of step: AnyFlowStep, in lane: Lane) {
    unownedConductor = lane.unownedConductor
    self.lane = lane
    owner = .passUnretained(step)
    super.init()
    if handler.interruption != nil { interruption = handler.interruption.take() }
    if lane.isOpen {
      self.step = step
      wantsFarewell.store(true, ordering: .relaxed)
    }
    handler.link = self
    if let earlier = step.link { earlier.loseOwner() }
    step.link = self
  }

  @usableFromInline final var conductor: Conductor { unownedConductor.takeUnretainedValue() }

  /// Puts the link into the service of one start of one step.
  @usableFromInline
  final func serve(_ step: AnyFlowStep, in lane: Lane, for handler: AnyFlowStepHandler) {
    if let served = self.lane, served.run.conductor === conductor { served.supersede(self) }
    self.lane = lane
    // What is nil already is left alone here: assigning to a field looks for something to release.
    if handler.interruption != nil || interruption != nil { interruption = handler.interruption.take() }
    if lane.isOpen {
      self.step = step
      wantsFarewell.store(true, ordering: .relaxed)
    } else if self.step != nil {
      self.step = nil
    }
    if let earlier = step.link, earlier !== self { earlier.loseOwner() }
    owner = .passUnretained(step)
    step.link = self
  }

  /// The step is started again: nothing is waited for here any more, but the start may return the same handler.
  final func reopen(for visit: Int) {
    retire()
    reopening.store(visit, ordering: .releasing)
  }

  /// The intent of the new start has returned.
  final func endReopening() {
    reopening.store(0, ordering: .releasing)
  }

  /// A later start of the step has a handler of its own.
  final func retire() {
    lane?.supersede(self)
    step = nil
    loseOwner()
  }

  /// The name of the step that the link serves, or has served last.
  final var identifier: String {
    owner?._withUnsafeGuaranteedRef { $0.identifier } ?? lastIdentifier
  }

  /// The step that the link serves does not need it any more, or goes away.
  @usableFromInline
  final func loseOwner() {
    lastIdentifier = identifier
    owner = nil
  }

  /// The step is taken apart: a handler that lives on must not keep it, nor the link what belonged to one that has gone.
  final func part() {
    // In case that it waits in another run, which must not wait for ever.
    lane?.supersede(self)
    step = nil
    loseOwner()
    if isOrphaned.load(ordering: .acquiring) { forget() }
  }

  /// Whether the lane waits for this handler.
  final var isAwaited: Bool { lane?.waitingOn === self }

  final func interrupt() {
    interruption.take()?()
  }

  /// A completion has arrived, or the handler has gone.
  @usableFromInline
  final override func deliver() {
    if completed != nil {
      receiveCompletion()
      // If that was the handler's last owner, what its owner set goes now: the run may end before the farewell arrives.
      if isOrphaned.load(ordering: .acquiring) { forget() }
    } else {
      let step = step
      self.step = nil
      forget()
      interruption = nil
      if let step, step.link === self {
        loseOwner()
        step.link = nil
      }
      lane?.abandon(self)
    }
  }

  private func receiveCompletion() {
    guard let handler = completed.take() else { return }
    receive(handler)
  }

  /// Receives a completion on the spot, from a thread that holds the handler.
  final func receive(_ handler: AnyFlowStepHandler) {
    lane?.receive(handler, self)
  }

  /// Drops what belongs to the handler's owner.
  @usableFromInline
  func forget() {}
}

/// A link that can hand over content.
@usableFromInline
final class ContentLink<Content>: Link {
  /// Tells the handler's owner of new content. Guard: the queue.
  @usableFromInline @exclusivity(unchecked) var update: ((Content?) -> Void)?

  @inlinable
  override init(_ conductor: Conductor) {
    super.init(conductor)
  }

  @inlinable
  override init(for handler: AnyFlowStepHandler, of step: AnyFlowStep, in lane: Lane) {
    super.init(for: handler, of: step, in: lane)
  }

  /// Gives the handler new content and tells its owner.
  @inlinable
  func handOver(_ content: Content?) {
    guard !isOrphaned.load(ordering: .acquiring) else { return }
    update?(content)
  }

  /// Sets what is called after new content has come.
  @usableFromInline
  func setUpdate(_ update: ((Content?) -> Void)?) {
    self.update = update
    wantsFarewell.store(update != nil || step != nil, ordering: .relaxed)
  }

  /// Takes over what a handler was told to call. Not inlinable: in code that knows the types, a closure that goes from one
  /// field to another is wrapped into two more on its way.
  @usableFromInline
  func takeUpdate(of handler: FlowStepHandler<Content, some Any>) {
    setUpdate(handler.pendingUpdate)
    handler.pendingUpdate = nil
  }

  /// A handler that has served a run before brings its update handler along, unless the new run is on another queue.
  @usableFromInline
  func bequeath(to heir: ContentLink) {
    if conductor.queue.identity == heir.conductor.queue.identity { heir.setUpdate(update) }
  }

  @usableFromInline
  override func forget() {
    update = nil
  }
}
