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
  @usableFromInline @exclusivity(unchecked) var intent: ((FlowStep) -> FlowStepHandler<Content, Result>?)?
  /// Routes the result and chooses what comes next. Guard, as for all fields here: the run's queue.
  @usableFromInline @exclusivity(unchecked) var completion: ((FlowStep, Result?) -> Void)?
  /// Takes note of results for a step that waits for them.
  @usableFromInline @exclusivity(unchecked) var collector: Collector<Result>?
  @usableFromInline @exclusivity(unchecked) var room = Room()

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
    self.init(identifier: identifier, intent: intent, completion: nil)
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
    self.init(identifier: identifier, intent: intent, completion: completion)
  }

  @inlinable
  init(
    identifier: String, intent: @escaping (FlowStep) -> FlowStepHandler<Content, Result>?,
    completion: ((FlowStep, Result?) -> Void)?
  ) {
    self.intent = intent
    self.completion = completion
    super.init(
      identifier: identifier,
      work: { step, lane in unsafeDowncast(step, to: FlowStep.self).begin(in: lane) },
      finish: { step, room in
        var room = room
        unsafeDowncast(step, to: FlowStep.self).conclude(with: room.take(Result.self))
      })
  }

  deinit {
    link?.loseOwner()
    guard next != nil || intent != nil || room.isFilled || extras != nil else { return }
    Release.shallowly {
      next = nil
      extras = nil
      letGo()
    } keeping: {
      (next, intent, completion, extras, collector, currentContent)
    }
  }

  /// The content, as it is kept.
  @inlinable var currentContent: Content? {
    get { room.read(Content.self) }
    set {
      // What the old one refers to may ask for the content while it goes.
      let old = room.take(Content.self)
      room.fill(with: newValue)
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
      preconditionHome()
      return currentContent
    }
    set {
      preconditionHome()
      currentContent = newValue
      if link != nil { handOver(newValue) }
      reportContent()
    }
  }

  /// Hands new content to all who want it: the screen that owns the handler, the step's own closure, and the step that an
  /// operator is about.
  @usableFromInline
  func handOver(_ content: Content?) {
    if let link {
      if let update = link.update, !link.isOrphaned.load(ordering: .acquiring) {
        FlowStepHandler<Content, Result>.call(update, with: content, of: self)
      }
      if let forward = link.forward {
        let body = unsafeDowncast(forward, to: ContentUpdate.self).body
        link.conductor.cascade { body(content) }
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
    preconditionHome()
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
    preconditionHome()
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
  func begin(in lane: Lane) -> Progress {
    guard let intent else { preconditionTakenApart() }
    guard var handler = intent(self) else {
      lane.intentHasReturned()
      if extras != nil { clearCancellation() }
      lane.reportCompletion(of: self)
      conclude(with: nil)
      return .completed
    }
    guard extras == nil, lane.forgetsSettled, isKnownUniquelyReferenced(&handler), !handler.isHeard,
      let report = handler.settleUnseen()
    else {
      return attach(handler, in: lane)
    }
    lane.intentHasReturned()
    // The work was done inside the intent, and only a weak reference can still lead to the handler.
    if let failure = report.failure { return .failed(failure) }
    lane.reportCompletion(of: self)
    var room = report.room
    conclude(with: room.take(Result.self))
    if !isKnownUniquelyReferenced(&handler) { lane.linkAfterwards(handler, to: self) }
    return .completed
  }

  @inlinable
  func attach(_ handler: FlowStepHandler<Content, Result>, in lane: Lane) -> Progress {
    let link = Link(of: self, in: lane)
    handler.bringUpdate(to: link, of: self)
    let binding = lane.bind(handler, to: link, of: self)
    if link.update != nil || link.forward != nil || extras != nil { handOver(currentContent) }
    guard case .reported(let report, _) = binding else { return .waiting }
    if let failure = report.failure { return .failed(failure) }
    lane.reportCompletion(of: self)
    var room = report.room
    conclude(with: room.take(Result.self))
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
    room.clear(Content.self)
  }
}
