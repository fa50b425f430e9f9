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
      finish: { step, handler in
        let step = unsafeDowncast(step, to: FlowStep.self)
        let handler = unsafeDowncast(handler, to: FlowStepHandler<Content, Result>.self)
        step.conclude(with: handler.takeResult())
      })
  }

  deinit {
    link?.loseOwner()
    guard next != nil || intent != nil || room.isFilled else { return }
    Release.shallowly {
      next = nil
      letGo()
    } keeping: {
      (next, intent, completion, extras, collector, currentContent)
    }
  }

  /// The content, without telling anybody of a new one.
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
  @inlinable public var content: Content? {
    get { currentContent }
    set {
      currentContent = newValue
      if let link { unsafeDowncast(link, to: ContentLink<Content>.self).handOver(newValue) }
      reportContent()
    }
  }

  /// Replaces the completion closure. The one in place when the step completes is called.
  ///
  /// - Parameter completion: Receives the step and its result, nil if it finished without one. It runs on the run's queue
  ///   before the next step starts, and may set `nextStep` and the content of other steps.
  @inlinable
  public func setCompletion(_ completion: @escaping (_ step: FlowStep, _ result: Result?) -> Void) {
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
      lane.reportCompletion(of: self)
      conclude(with: nil)
      return .completed
    }
    guard handler.isNobodyElses, isKnownUniquelyReferenced(&handler) else { return attach(handler, in: lane) }
    // The work was done inside the intent, and nobody will see this handler again: there is nothing to share.
    if let failure = handler.takeFailure() { return .failed(failure) }
    lane.reportCompletion(of: self)
    conclude(with: handler.takeResult())
    if !handler.isUntouched { lane.reportUnseen(handler, of: self) }
    return .completed
  }

  @inlinable
  func attach(_ handler: FlowStepHandler<Content, Result>, in lane: Lane) -> Progress {
    let link = serve(handler, in: lane)
    if link.update != nil { link.handOver(currentContent) }
    guard lane.attach(handler, link) else { return .waiting }
    if let failure = handler.takeFailure() { return .failed(failure) }
    lane.reportCompletion(of: self)
    conclude(with: handler.takeResult())
    return .completed
  }

  /// Puts a handler into the service of the start that is under way; returns the link by which it is reached.
  @inlinable @inline(__always)
  func serve(_ handler: FlowStepHandler<Content, Result>, in lane: Lane) -> ContentLink<Content> {
    if handler.link == nil {
      lane.welcome(handler, for: self)
      let link = ContentLink<Content>(for: handler, of: self, in: lane)
      if handler.pendingUpdate != nil { link.takeUpdate(of: handler) }
      return link
    }
    let link: ContentLink<Content>
    if let prepared = lane.prepare(handler, for: self) {
      link = unsafeDowncast(prepared, to: ContentLink<Content>.self)
    } else {
      link = ContentLink(lane.run.conductor)
      handler.contentLink?.bequeath(to: link)
      if handler.pendingUpdate != nil { link.takeUpdate(of: handler) }
      handler.link = link
    }
    link.serve(self, in: lane, for: handler)
    return link
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
