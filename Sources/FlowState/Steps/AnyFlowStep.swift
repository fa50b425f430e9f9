/// What every kind of step has in common: a name, a successor, and that it can be started.
///
/// Use it where a step's types do not matter, for instance in a list of steps that are linked one after the other:
///
/// ```swift
/// func link(_ steps: [AnyFlowStep]) {
///   for (step, next) in zip(steps, steps.dropFirst()) { step.nextStep = next }
/// }
/// ```
///
/// A step is not `Sendable`: it belongs to the queue of its run, and to the main actor before a bare start.
open class AnyFlowStep: Startable {
  /// What starting a step has led to.
  @usableFromInline
  enum Progress {
    /// The step has completed, and its completion closure has run.
    case completed
    /// The step has failed.
    case failed(any Error)
    /// The step's handler is attached.
    case waiting
    /// The step's handler is attached, and the step is held by what it hosts.
    case hosting
  }

  // Unchecked: guarded, as the fields below, by the queue of the step's run.
  /// The name of the step in errors and traces.
  ///
  /// The step that an operator makes has the name of the step that it wraps. Given a name of its own, it counts as a step by
  /// itself.
  @exclusivity(unchecked) public final var identifier: String {
    didSet { wrapper = nil }
  }

  /// Starts the work in a lane. A closure that its maker has specialized, because a method of a generic class, called from
  /// code that does not know the types, would look them up each time.
  @usableFromInline final let work: (AnyFlowStep, Lane) -> Progress
  /// Takes a result out of a storage and calls the completion closure with it.
  @usableFromInline final let finish: (AnyFlowStep, InlineStorage) -> Void

  /// The successor as the engine sees it. Guard, as for the fields below: the queue of the step's run.
  @usableFromInline @exclusivity(unchecked) final var next: AnyFlowStep?
  /// The link of the handler that the latest start has returned.
  @usableFromInline @exclusivity(unchecked) final var attachment: Attachment?
  /// What few steps have: routes for failures, an undo, and so on.
  @usableFromInline @exclusivity(unchecked) final var extras: StepExtras?
  /// The operator that made the step; nil for a step of the user's. Guard: set before the step is known to anybody.
  @usableFromInline @exclusivity(unchecked) final var wrapper: FlowOperator?
  /// Whether a run has ever started the step. Until then the compiler takes it for independent of every run.
  @exclusivity(unchecked) final var hasStarted = false
  /// The step that the same builder made before this one.
  @exclusivity(unchecked) final var madeBefore: AnyFlowStep?
  /// The event loop of the run that the step belongs to, which takes it apart at its end; nil if it belongs to none. Guard: the
  /// event loop, whose closures alone can know a step when it begins to belong to one of their runs.
  @usableFromInline @exclusivity(unchecked) final var owningLoop: EventLoop?
  /// The event loop of the run whose closure has made the step. Guard: set before the step is known to anybody.
  @exclusivity(unchecked) final var makingLoop: EventLoop?

  @usableFromInline
  init(
    identifier: String, work: @escaping (AnyFlowStep, Lane) -> Progress,
    finish: @escaping (AnyFlowStep, InlineStorage) -> Void = { _, _ in }
  ) {
    self.identifier = identifier
    self.work = work
    self.finish = finish
    (CurrentThread.run ?? AsyncWork.runOnItsQueue)?.note(made: self)
  }

  deinit {
    if let attachment, attachment.owner != nil { attachment.forgetStep() }
    guard next != nil || extras != nil else { return }
    IterativeRelease.shallowly {
      next = nil
      extras = nil
    } keeping: {
      (next, extras)
    }
  }

  /// What starts when this step has completed; kept for the next time, until it is set anew. Nil ends the chain.
  public final var nextStep: (any Startable)? {
    get {
      preconditionOnOwnQueue()
      return next?.startable
    }
    set {
      preconditionOnOwnQueue()
      next = newValue.map(AnyFlowStep.of)
      if let owningLoop { next?.belong(to: owningLoop) }
    }
  }

  /// Sets where the run goes when this step fails or is abandoned. Without a route the failure ends the chain: a ``Flow``
  /// ends and throws it, a bare run comes to rest.
  ///
  /// A step that was superseded does not ask its route, because it is at work for another start.
  ///
  /// - Parameter route: Receives the error, which names the step and keeps the cause, and decides. It runs on the run's
  ///   queue; the one in place when the failure happens is called.
  public final func setFailure(_ route: @escaping (_ error: FlowError) -> FailureRoute) {
    preconditionOnOwnQueue()
    failureRoute = route
  }

  /// Starts a run on the main queue that begins with this step, the way the original FlowState does.
  ///
  /// The run stays open at rest: a step that has completed may complete again through its latest handler, and the run
  /// moves on from there. It lives as long as one of its handlers does. A failure ends the chain under way and is told to
  /// the observer only; where failures matter, use a ``Flow``.
  ///
  /// Starting a step that is waiting supersedes the earlier start.
  @MainActor public final func start() {
    start(observer: nil)
  }

  /// Starts a run on the main queue that begins with this step, and tells the observer what happens in it.
  ///
  /// - Parameter observer: Receives the run's events, on the main queue.
  @MainActor public final func start(observer: (any FlowObserver)?) {
    makeBareRun(observer: observer, isOpen: true).beginOpen(with: self)
  }

  /// Makes a run on the main queue that is to begin with this step. If it is open, it stays alive at rest.
  final func makeBareRun(observer: (any FlowObserver)?, isOpen: Bool) -> Run {
    preconditionOnOwnQueue()
    let extras = makeExtras()
    extras.bareStarts += 1
    // A screen that waits for the earlier start can serve the new one only in the same event loop.
    let eventLoop = EventLoop.onMainQueue(preferring: attachment?.eventLoop)
    let id = FlowRunID(flow: identifier, number: extras.bareStarts)
    return Run(ofStepsFromOutside: id, eventLoop: eventLoop, observer: observer, isOpen: isOpen)
  }

  /// Tells the observer of the run under way, or else of the run that the step waits in, of new content.
  @usableFromInline
  final func reportContent() {
    guard attachment != nil || CurrentThread.isObserved else { return }
    guard let run = CurrentThread.run ?? attachment?.lane?.run, run.isObserved else { return }
    run.report(.contentSet, of: name, at: run.place)
  }

  @usableFromInline
  final func preconditionTakenApart() -> Never {
    trap(
      "Step '\(identifier)' was made by a run that has ended and taken its steps apart; it cannot be started any more.")
  }

  /// Attaches a handler that carries no content, for steps that the engine itself completes.
  final func attach(_ handler: AnyFlowStepHandler, in lane: Lane) -> Progress {
    let attachment = Attachment(of: self, in: lane)
    // The engine completes once; a link back to the step would keep a coordinator alive through its own handler.
    attachment.step = nil
    guard case .reported(let report, _) = lane.bind(handler, to: attachment, of: self) else { return .waiting }
    handler.drop(report.storage)
    if let failure = report.failure { return .failed(failure) }
    lane.reportCompletion(of: self)
    return .completed
  }

  /// A join, an operator or a task is about to wait for the step's results, and to start it. A start that is under way is
  /// superseded now: its result would otherwise reach the one who waits from now on.
  @usableFromInline
  final func prepareToCollect() {
    preconditionOnOwnQueue()
    guard let attachment, attachment.isAwaited else { return }
    attachment.retire()
    self.attachment = nil
  }

  // MARK: Where a step is used

  /// The step belongs to the run that has made it from now on, because that run starts it, or can come to it: it is taken apart
  /// when the run ends. Before, a step made along the way is as free as the compiler takes it for, and may be sent elsewhere.
  final func belong(to eventLoop: EventLoop) {
    var step = self
    while step.owningLoop == nil, step.makingLoop === eventLoop {
      step.owningLoop = eventLoop
      guard let next = step.next else { return }
      step = next
    }
  }

  /// Traps unless the caller is where the step belongs.
  ///
  /// A builder's steps belong to its run from the beginning, because it keeps and takes apart even those that nothing leads to.
  /// To the compiler a fresh one belongs to no other code, so it lets it be sent elsewhere. Steps that belong to no run are
  /// guarded by the compiler alone.
  @inlinable @inline(__always)
  final func preconditionOnOwnQueue() {
    if let owningLoop { CurrentThread.preconditionOn(owningLoop, for: self) }
  }

  /// Readies the step for a start in a lane. Traps if it belongs to a run on another queue.
  final func prepareToStart(in lane: Lane) {
    guard let owningLoop else {
      if makingLoop != nil { belong(to: lane.run.eventLoop) }
      return
    }
    guard owningLoop !== lane.run.eventLoop else { return }
    requireUse(
      owningLoop.queueIdentity == lane.run.eventLoop.queueIdentity,
      """
      Step '\(identifier)' belongs to a run on another queue than the one on which it was to start. Make the \
      step where it is used.
      """)
  }

  /// The step as the user knows it.
  var startable: any Startable { self }

  /// The engine's view of a link that the user set: the step itself, or a stand-in for a foreign type.
  static func of(_ startable: any Startable) -> AnyFlowStep {
    startable as? AnyFlowStep ?? ForeignStep(startable)
  }

  /// Lets go of everything that the step refers to; its run has ended.
  func dismantle() {
    attachment?.part()
    attachment = nil
    next = nil
    extras = nil
  }

  /// Takes down what the step is about to be started with.
  func makeVisit() -> StepVisit { StepVisit() }
}
