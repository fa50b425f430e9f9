/// The base class of all steps: a step has a name and a next step, and can be started.
///
/// Use this class where the types of a step don't matter, for instance in a list of steps that are linked in order:
///
/// ```swift
/// func link(_ steps: [AnyFlowStep]) {
///   for (step, next) in zip(steps, steps.dropFirst()) { step.nextStep = next }
/// }
/// ```
///
/// A step isn't `Sendable`. It belongs to the queue of its run, and to the main actor before a bare start.
open class AnyFlowStep: Startable {
  /// The state of a step after its start.
  @usableFromInline
  enum Progress {
    /// The step has completed, and its completion closure has run.
    case completed
    /// The step has failed.
    case failed(any Error)
    /// The step waits for its handler, or for its host.
    case waiting
    /// The step waits, and the work that it hosts keeps the step alive.
    case hosting
  }

  // Unchecked: this property and the fields below are guarded by the queue of the step's run.
  /// The name of the step in errors and traces.
  ///
  /// A step that an operator makes has the name of the step that it wraps. If you set a name, the step counts as a step of its
  /// own, and its events no longer carry the operator in ``FlowEvent/wrapper``.
  @exclusivity(unchecked) public final var identifier: String {
    didSet { if identifier != oldValue { wrapper = nil } }
  }

  /// A command of the engine to a step.
  @usableFromInline
  enum Command {
    /// Start the work in the lane.
    case start(Lane)
    /// Take the result from the storage, and call the completion closure with it.
    case conclude(InlineStorage)

    /// Starts the work of a step without a completion closure, which has nothing to conclude.
    func ifStart(_ work: (Lane) -> Progress) -> Progress {
      switch self {
      case .start(let lane): work(lane)
      case .conclude: .completed
      }
    }
  }

  /// Obeys a command. A closure, because its maker can specialize it. A method of a generic class would look up the types at
  /// each call from code that doesn't know them. One closure for both commands, because a second one takes 16 bytes of each step.
  @usableFromInline final let perform: (AnyFlowStep, Command) -> Progress

  /// The next step as the engine sees it. This field and the ones below are guarded by the queue of the step's run.
  @usableFromInline @exclusivity(unchecked) final var next: AnyFlowStep?
  /// The lane that waits for the step; nil if none does. The lane resets it when it no longer waits. Unmanaged, because a
  /// reference would keep the lanes of all steps that have settled.
  @usableFromInline @exclusivity(unchecked) final var awaitedBy: Unmanaged<Lane>?
  /// The number of the visit of the latest start that waited for a handler; 0 if there was none.
  @usableFromInline @exclusivity(unchecked) final var visitNumber = 0
  /// The properties that few steps have, such as failure routes and undo closures.
  @usableFromInline @exclusivity(unchecked) final var extras: StepExtras?
  /// The operator that made the step; nil if no operator made it. Set before the step is shared.
  @usableFromInline @exclusivity(unchecked) final var wrapper: FlowOperator?
  /// Whether the content is what an operator's step around this step has passed on.
  @usableFromInline @exclusivity(unchecked) final var hasContentOfOperator = false
  /// Whether a run has ever started the step. Until then, the compiler treats the step as independent of every run.
  @exclusivity(unchecked) final var hasStarted = false
  /// The place of the step among those that other code waits for.
  @usableFromInline @exclusivity(unchecked) final var collectedPlace: UInt32 = 0
  /// The step that the same builder made before this one.
  @exclusivity(unchecked) final var madeBefore: AnyFlowStep?
  /// The event loop of the run whose closure made the step; nil outside of a run. Set before the step is shared, and never
  /// changed.
  ///
  /// The step owns this reference. Unmanaged, because each use of a step checks it.
  @exclusivity(unchecked) final var makingLoop: Unmanaged<EventLoop>?
  /// The identity of the run that takes the step apart; 0 for none. That run is on the same event loop, which guards the field:
  /// only its closures can know a step when the step begins to belong to one of its runs.
  @usableFromInline @exclusivity(unchecked) final var owner: UInt = 0

  @usableFromInline
  init(
    identifier: String, perform: @escaping (_ step: AnyFlowStep, _ command: Command) -> Progress
  ) {
    self.identifier = identifier
    self.perform = perform
    if !CurrentThread.note(built: self) { (CurrentThread.run ?? AsyncWork.runOnItsQueue)?.note(made: self) }
  }

  deinit {
    makingLoop?.release()
    if let attachment, attachment.owner != nil { attachment.forgetStep() }
    guard next != nil || extras != nil else { return }
    IterativeRelease.shallowly {
      next = nil
      extras = nil
    } keeping: {
      (next, extras)
    }
  }

  /// Sets the closure that decides how the run continues when this step fails or is abandoned.
  ///
  /// Without a route, the failure ends the chain: the run of a ``Flow`` ends and throws the error; a bare run comes to rest. A
  /// superseded step doesn't call its route, because it is at work for another start.
  ///
  /// - Parameter route: Receives the error, which names the step and its cause, and returns a direction. The run calls the
  ///   current closure on its queue when the step fails.
  public final func setFailure(_ route: @escaping (_ error: FlowError) -> FailureRoute) {
    preconditionOnOwnQueue()
    failureRoute = route
  }

  /// Starts a run on the main queue that begins with this step.
  ///
  /// The run stays open at rest: a step that has completed can complete again through its latest handler, and the run
  /// continues from there. The run lives as long as one of its handlers. A failure ends the current chain and is reported to
  /// the observer only. If failures matter, use a ``Flow``.
  ///
  /// Starting a step that is waiting supersedes the earlier start.
  ///
  /// As in the original FlowState: `start()`.
  @MainActor public final func start() {
    start(observer: nil)
  }

  /// Starts a run on the main queue that begins with this step, and reports its events to an observer.
  ///
  /// - Parameter observer: Receives the run's events, on the main queue.
  @MainActor public final func start(observer: (any FlowObserver)?) {
    makeBareRun(observer: observer, isOpen: true).begin(with: self)
  }

  /// Makes a run on the main queue that will begin with this step. An open run stays alive at rest.
  final func makeBareRun(observer: (any FlowObserver)?, isOpen: Bool) -> Run {
    preconditionOnOwnQueue()
    let extras = makeExtras()
    extras.bareStarts += 1
    // A screen that waits for the earlier start can serve the new start only on the same event loop.
    let eventLoop = EventLoop.onMainQueue(preferring: latestLane?.run.eventLoop)
    let id = FlowRunID(ofNewRunOf: identifier, number: extras.bareStarts)
    return Run(ofStepsFromOutside: id, eventLoop: eventLoop, observer: observer, isOpen: isOpen)
  }

  /// Records the content of the step, which a closure of its run is about to change, so that the run can take the change back.
  @usableFromInline
  final func contentWillChange() {
    guard owner != 0, let run = CurrentThread.run, owner == run.identity else { return }
    run.history?.noteContentChange(of: self)
  }

  /// Reports new content to the observer of the current run, or else of the run in which the step waits.
  @usableFromInline
  final func reportContent() {
    if let visit = extras?.visit { visit.isContentChanged = true }
    if let lane = CurrentThread.lane { return lane.reportContent(of: self) }
    guard let run = latestLane?.run, run.isObserved else { return }
    run.report(.contentSet, of: name, at: run.place)
  }

  /// The run whose closure is executing, or else the run in which the step waits.
  final var currentRun: Run? { CurrentThread.run ?? latestLane?.run }

  /// The lane that waits for the step, or else the lane of its latest handler.
  final var latestLane: Lane? { awaitedBy?.takeUnretainedValue() ?? attachment?.lane }

  @usableFromInline
  final func preconditionTakenApart() -> Never {
    trap(
      "Step '\(identifier)' was made by a run that has ended and taken its steps apart; it cannot be started again.")
  }

  /// Attaches a handler without content, for steps that the engine completes.
  final func attach(_ handler: AnyFlowStepHandler, in lane: Lane) -> Progress {
    let attachment = Attachment(of: self, in: lane)
    // The engine completes once. A reference back to the step would keep a coordinator alive through its own handler.
    attachment.step = nil
    guard case .reported(let contents, _) = lane.bind(handler, to: self) else { return .waiting }
    handler.drop(contents.storage)
    return settle(with: ReportContents(failure: contents.failure), in: lane)
  }

  /// Settles a start with its report: reports the completion, and calls the completion closure.
  ///
  /// The only place where a step completes, whether the report came inside the intent, while the lane waited, or late.
  @inlinable @inline(__always)
  final func settle(with contents: ReportContents, in lane: Lane) -> Progress {
    if let failure = contents.failure { return .failed(failure) }
    lane.reportCompletion(of: self)
    return perform(self, .conclude(contents.storage))
  }

  /// Prepares the step for a join, an operator or a task that will start it and wait for its results. Supersedes a start that
  /// is under way, because its result would otherwise reach the new waiter.
  @usableFromInline
  final func prepareToCollect() {
    preconditionOnOwnQueue()
    if awaitedBy != nil { retireStart() }
  }

  /// Supersedes the latest start, because the step is started again or taken apart. Even with the same handler, that start no
  /// longer waits.
  final func retireStart() {
    awaitedBy?.takeUnretainedValue().supersede(visitNumber)
    awaitedBy = nil
    visitNumber = 0
    guard let attachment else { return }
    attachment.part()
    self.attachment = nil
  }

  /// The name of the step in events.
  @usableFromInline final var name: StepName { StepName(identifier, wrapper: wrapper) }

  /// The step as the user passed it.
  var startable: any Startable { self }

  /// Removes the content that the operator's step around this step has passed on. Content that only this step was given stays.
  @usableFromInline
  func dropContentOfOperator() {}

  /// Releases everything that the step refers to, because its run has ended.
  func dismantle() {
    retireStart()
    next = nil
    extras = nil
  }

  // MARK: For findings

  /// Whether the step has content.
  var hasContent: Bool { false }

  /// Whether a closure or an object outside the step receives its completions, and can decide how the run continues.
  var hasReceiver: Bool { true }

  /// Whether the type of the step's result is neither `Any` nor `Void` nor `Never`.
  var yieldsResult: Bool { false }

  /// Whether values of a type carry nothing, so that a missing one is no finding.
  static func isNothing(_ type: Any.Type) -> Bool { type == Any.self || type == Void.self || type == Never.self }

  /// Records the content of a start that is about to happen.
  func makeVisit() -> StepVisit { StepVisit() }
}
