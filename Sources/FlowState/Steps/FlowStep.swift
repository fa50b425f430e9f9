import Synchronization

/// A factory for one piece of work: its intent starts the work, its handler receives the result, its completion closure
/// decides what comes next.
///
/// ```swift
/// let ask = FlowStep(String.self, String.self, identifier: "Ask") { step in
///   let handler = FlowStepHandler(String.self, String.self)
///   prompt("Name [\(step.content ?? "")]:") { answer in handler.complete(answer) }
///   return handler
/// }
/// ask.setCompletion { step, name in
///   step.nextStep = name == nil ? nil : greet
/// }
/// ```
///
/// Every closure of a step runs on the queue of the run that the step is in, one at a time. A step is not `Sendable`; what
/// other threads may hold is its handler.
///
/// Source: `FlowStep` of the original FlowState.
public final class FlowStep<Content, Result>: AnyFlowStep {
  /// How a start of the step begins.
  @usableFromInline
  enum Intent {
    /// The user's intent closure.
    case closure((FlowStep) -> FlowStepHandler<Content, Result>?)
    /// Work of the engine, which needs the lane that the step starts in.
    case work((FlowStep, Lane) -> FlowStepHandler<Content, Result>)
  }

  /// How a start begins; nil when the step has been taken apart.
  @usableFromInline @exclusivity(unchecked) var intent: Intent?
  /// Routes the result and chooses what comes next. Guard, as for all fields here: the run's queue.
  @usableFromInline @exclusivity(unchecked) var completion: ((FlowStep, Result?) -> Void)?
  /// Takes note of results for a step that waits for them.
  @usableFromInline @exclusivity(unchecked) var collector: Collector<Result>?
  @usableFromInline @exclusivity(unchecked) var storage = InlineStorage()

  /// Makes a step.
  ///
  /// - Parameters:
  ///   - content: The type of the step's input; `Any.self` for none.
  ///   - result: The type of what its work yields.
  ///   - identifier: The name of the step in errors and traces.
  ///   - intent: Starts the work and returns the handler by which it reports back, or nil if the step is done at once
  ///     without a result. Called on the run's queue each time the step starts.
  @inlinable
  public convenience init(
    _ content: Content.Type = Content.self, _ result: Result.Type = Result.self, identifier: String,
    _ intent: @escaping (_ step: FlowStep) -> FlowStepHandler<Content, Result>?
  ) {
    self.init(identifier: identifier, intent: .closure(intent), completion: nil)
  }

  /// Makes a step with a completion closure.
  ///
  /// - Parameters:
  ///   - content: The type of the step's input; `Any.self` for none.
  ///   - result: The type of what its work yields.
  ///   - identifier: The name of the step in errors and traces.
  ///   - intent: Starts the work and returns the handler by which it reports back, or nil if the step is done at once
  ///     without a result. Called on the run's queue each time the step starts.
  ///   - completion: Receives the result on the run's queue, before the next step starts; see ``setCompletion(_:)``.
  @inlinable
  public convenience init(
    _ content: Content.Type = Content.self, _ result: Result.Type = Result.self, identifier: String,
    _ intent: @escaping (_ step: FlowStep) -> FlowStepHandler<Content, Result>?,
    _ completion: @escaping (_ step: FlowStep, _ result: Result?) -> Void
  ) {
    self.init(identifier: identifier, intent: .closure(intent), completion: completion)
  }

  /// Makes a step whose work the engine does.
  @inlinable
  convenience init(
    identifier: String, work: @escaping (_ step: FlowStep, _ lane: Lane) -> FlowStepHandler<Content, Result>
  ) {
    self.init(identifier: identifier, intent: .work(work), completion: nil)
  }

  @inlinable
  init(identifier: String, intent: Intent, completion: ((FlowStep, Result?) -> Void)?) {
    self.intent = intent
    self.completion = completion
    super.init(
      identifier: identifier,
      work: { step, lane in unsafeDowncast(step, to: FlowStep.self).start(in: lane) },
      finish: { step, storage in
        var storage = storage
        unsafeDowncast(step, to: FlowStep.self).conclude(with: storage.take(Result.self))
      })
  }

  deinit {
    attachment?.forgetStep()
    guard next != nil || intent != nil || storage.isFilled || extras != nil else { return }
    IterativeRelease.shallowly {
      next = nil
      extras = nil
      letGo()
    } keeping: {
      (next, intent, completion, extras, collector, currentContent)
    }
  }

  /// The content, as it is kept.
  @inlinable var currentContent: Content? {
    get { storage.read(Content.self) }
    set {
      // What the old one refers to may ask for the content while it goes.
      let old = storage.take(Content.self)
      storage.fill(with: newValue)
      withExtendedLifetime(old) {}
    }
  }

  /// The step's input. Setting it hands it to the handler of the latest start, also after the step has completed.
  ///
  /// Inside the intent it is what the work starts from; the handler receives what it is when the intent returns.
  ///
  /// A step that a closure of a run has made belongs to that run's queue; used on another one it traps.
  @inlinable public var content: Content? {
    get {
      preconditionOnOwnQueue()
      return currentContent
    }
    set {
      preconditionOnOwnQueue()
      currentContent = newValue
      if attachment != nil { handOver(newValue) }
      reportContent()
    }
  }

  /// Hands new content to all who want it: the screen that owns the handler, the step's own closure, and the step that an
  /// operator is about.
  @usableFromInline
  func handOver(_ content: Content?) {
    if let attachment {
      if let update = attachment.update, !attachment.isOrphaned.load(ordering: .acquiring) {
        FlowStepHandler<Content, Result>.call(update, with: content, of: self)
      }
      if let forward = attachment.forward {
        let body = unsafeDowncast(forward, to: ContentUpdate.self).body
        attachment.eventLoop.handOn { body(content) }
      }
    }
    contentUpdate?(content)
  }

  /// Replaces the completion closure. The one in place when the step completes is called.
  ///
  /// - Parameter completion: Receives the step and its result, nil if it finished without one. It runs on the run's queue
  ///   before the next step starts, and may set `nextStep` and the content of other steps.
  @inlinable
  public func setCompletion(_ completion: @escaping (_ step: FlowStep, _ result: Result?) -> Void) {
    preconditionOnOwnQueue()
    self.completion = completion
    endedOtherwise = nil
  }

  /// Sets the completion closure that hears of every ending. It takes the place of the one set by ``setCompletion(_:)``.
  ///
  /// It is called once for each start of the step, when that has ended. Where the chain goes on after a failure is not
  /// decided here but by the route that ``AnyFlowStep/setFailure(_:)`` sets, which is asked afterwards: so no failure gets
  /// lost because somebody only wanted to know of it.
  ///
  /// ```swift
  /// download.setOutcome { step, outcome in
  ///   switch outcome {
  ///   case .completed(let picture): show(picture)
  ///   case .failed(let error): log(error)  // a FlowError; timed out and abandoned are among its reasons
  ///   case .cancelled: hideProgress()
  ///   }
  /// }
  /// ```
  ///
  /// - Parameter completion: Receives the step and how it ended. It runs on the run's queue; if the step has completed, it
  ///   may set `nextStep`, as the other form.
  public func setOutcome(_ completion: @escaping (_ step: FlowStep, _ outcome: FlowOutcome<Result>) -> Void) {
    preconditionOnOwnQueue()
    self.completion = { step, result in completion(step, .completed(result)) }
    endedOtherwise = { [unowned self] ending in
      switch ending {
      case .completed: break
      case .failed(let error): completion(self, .failed(error))
      case .cancelled: completion(self, .cancelled)
      }
    }
  }

  // MARK: Starting

  @inlinable @inline(__always)
  func start(in lane: Lane) -> Progress {
    let made: FlowStepHandler<Content, Result>?
    switch intent {
    case .closure(let start): made = start(self)
    case .work(let start): made = start(self, lane)
    case nil: preconditionTakenApart()
    }
    guard var handler = made else {
      lane.intentHasReturned()
      if extras != nil { clearCancellation() }
      return settle(with: AnyFlowStepHandler.Report(), in: lane)
    }
    guard extras == nil, lane.forgetsSettled, isKnownUniquelyReferenced(&handler), !handler.isHeard,
      let report = handler.settleUnseen()
    else {
      return attach(handler, in: lane)
    }
    // The work was done inside the intent, and only a weak reference can still lead to the handler.
    lane.intentHasReturned()
    let progress = settle(with: report, in: lane)
    if report.failure == nil, !isKnownUniquelyReferenced(&handler) { lane.attachAfterwards(handler, to: self) }
    return progress
  }

  @inlinable
  func attach(_ handler: FlowStepHandler<Content, Result>, in lane: Lane) -> Progress {
    let attachment = Attachment(of: self, in: lane)
    handler.bringUpdate(to: attachment, of: self)
    let binding = lane.bind(handler, to: attachment, of: self)
    if attachment.update != nil || attachment.forward != nil || extras != nil { handOver(currentContent) }
    guard case .reported(let report, _) = binding else { return .waiting }
    return settle(with: report, in: lane)
  }

  /// Settles the start with a report that was there when the intent returned.
  @inlinable @inline(__always)
  func settle(with report: AnyFlowStepHandler.Report, in lane: Lane) -> Progress {
    if let failure = report.failure { return .failed(failure) }
    lane.reportCompletion(of: self)
    var storage = report.storage
    conclude(with: storage.take(Result.self))
    return .completed
  }

  @inlinable
  func conclude(with result: Result?) {
    if extras != nil { note(result) }
    collector?.collect(result)
    completion?(self, result)
  }

  @usableFromInline
  func note(_ result: Result?) {
    (visit as? FlowStepVisit<Content, Result>)?.complete(result)
  }

  override func makeVisit() -> StepVisit { FlowStepVisit<Content, Result>(currentContent) }

  override func dismantle() {
    super.dismantle()
    letGo()
  }

  private func letGo() {
    intent = nil
    completion = nil
    collector = nil
    storage.clear(Content.self)
  }
}
