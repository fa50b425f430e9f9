import Synchronization

/// A unit of work in a flow.
///
/// The intent starts the work. The handler receives the result. The completion closure chooses the next step.
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
/// Every closure of a step runs on the queue of its run, one at a time. A step isn't `Sendable`, but its handler is: pass the
/// handler to code on other threads.
///
/// As in the original FlowState: `FlowStep`.
public final class FlowStep<Content, Result>: AnyFlowStep {
  // Neither of these two changes while a call borrows it; `intentCalls` and `isCompleting` record such calls.
  /// The closure that starts the work. Guarded by the run's queue, like all fields here.
  @usableFromInline @exclusivity(unchecked) var intent: Intent
  // These four fill the words of the intent.
  /// Whether the intent is released when the calls of it are over.
  @usableFromInline @exclusivity(unchecked) var isIntentReleased = false
  /// Whether a call of the completion closure is on the stack.
  @usableFromInline @exclusivity(unchecked) var isCompleting = false
  /// Whether the completion closure changes when the call of it is over: to the replacement, or to none.
  @usableFromInline @exclusivity(unchecked) var isCompletionChanged = false
  /// The number of calls of the intent that are on the stack. More than one if event loops of one thread start the step inside each
  /// other.
  @usableFromInline @exclusivity(unchecked) var intentCalls: UInt32 = 0
  /// The closure that receives the result.
  @usableFromInline @exclusivity(unchecked) var completion: Completion
  /// Collects results for a step that waits for them.
  @usableFromInline @exclusivity(unchecked) var collector: Collector<Result>?
  @usableFromInline @exclusivity(unchecked) var storage = InlineStorage()

  /// Creates a step.
  ///
  /// - Parameters:
  ///   - content: The type of the step's input; `Any.self` if there is no input.
  ///   - result: The type of the step's result.
  ///   - identifier: The name of the step in errors and traces.
  ///   - intent: Starts the work and returns the handler that will report the result. Returns nil if the step is done at once,
  ///     without a result. Called on the run's queue each time the step starts.
  @inlinable
  public convenience init(
    _ content: Content.Type = Content.self, _ result: Result.Type = Result.self, identifier: String,
    _ intent: @escaping (_ step: FlowStep) -> FlowStepHandler<Content, Result>?
  ) {
    self.init(identifier: identifier, intent: .closure(intent), completion: .none)
  }

  /// Creates a step with a completion closure.
  ///
  /// - Parameters:
  ///   - content: The type of the step's input; `Any.self` if there is no input.
  ///   - result: The type of the step's result.
  ///   - identifier: The name of the step in errors and traces.
  ///   - intent: Starts the work and returns the handler that will report the result. Returns nil if the step is done at once,
  ///     without a result. Called on the run's queue each time the step starts.
  ///   - completion: Receives the result on the run's queue before the next step starts; see ``setCompletion(_:)``.
  @inlinable
  public convenience init(
    _ content: Content.Type = Content.self, _ result: Result.Type = Result.self, identifier: String,
    _ intent: @escaping (_ step: FlowStep) -> FlowStepHandler<Content, Result>?,
    _ completion: @escaping (_ step: FlowStep, _ result: Result?) -> Void
  ) {
    self.init(identifier: identifier, intent: .closure(intent), completion: .closure(completion))
  }

  /// Creates a step whose work the engine does.
  @inlinable
  convenience init(
    identifier: String, work: @escaping (_ step: FlowStep, _ lane: Lane) -> FlowStepHandler<Content, Result>
  ) {
    self.init(identifier: identifier, intent: .work(work), completion: .none)
  }

  @inlinable
  init(identifier: String, intent: consuming Intent, completion: consuming Completion) {
    self.intent = intent
    self.completion = completion
    super.init(
      identifier: identifier,
      perform: { step, command in
        let step = unsafeDowncast(step, to: FlowStep.self)
        switch command {
        case .start(let lane): return step.start(in: lane)
        case .conclude(var storage):
          step.conclude(with: storage.take(Result.self))
          return .completed
        }
      })
  }

  deinit {
    attachment?.forgetStep()
    guard next != nil || hasIntent || storage.isFilled || extras != nil else { return }
    IterativeRelease.shallowly {
      next = nil
      extras = nil
      releaseClosures()
    } keeping: {
      (next, closures, extras, collector, currentContent)
    }
  }

  /// The content in the step's inline storage.
  @inlinable package var currentContent: Content? {
    get { storage.read(Content.self) }
    set {
      // Releasing the old content can run code that reads the content.
      let old = storage.take(Content.self)
      storage.fill(with: newValue)
      withExtendedLifetime(old) {}
    }
  }

  /// The step's input.
  ///
  /// Setting it passes the new value to the handler of the latest start, even after the step has completed. If you set it
  /// inside the intent, the handler receives the value that is current when the intent returns.
  ///
  /// A step that a closure of a run made belongs to that run's queue. Using it on another queue traps.
  @inlinable public var content: Content? {
    get {
      preconditionOnOwnQueue()
      return currentContent
    }
    set {
      let isFollowed = preconditionOnOwnQueue()
      if isFollowed { contentWillChange() }
      currentContent = newValue
      hasContentOfOperator = false
      if visitNumber != 0 { handOver(newValue) }
      if isFollowed { reportContent() }
    }
  }

  /// Sets the content that an operator's step around this step passes on.
  @inlinable
  func setContentOfOperator(_ content: Content?) {
    self.content = content
    hasContentOfOperator = true
  }

  /// Sets the content of an earlier visit, which isn't a change that going back takes back.
  func restoreContent(_ content: Content?, isOfOperator: Bool) {
    currentContent = content
    hasContentOfOperator = isOfOperator
    if visitNumber != 0 { handOver(content) }
    reportContent()
  }

  /// Passes new content to the screen that owns the handler, to the step's own closure, and to the step that an operator
  /// wraps.
  ///
  /// - Parameters:
  ///   - content: The content.
  ///   - isStarting: Whether the step is starting. A step that an operator wraps needs its content before its intent then, also if a
  ///     content update has led here.
  @inlinable
  func handOver(_ content: Content?, isStarting: Bool = false) {
    if isOperator { handToOperation(content, isStarting) } else { handToScreen(content) }
    if extras != nil { handToClosure(content) }
  }

  @inlinable
  func handToOperation(_ content: Content?, _ isStarting: Bool) {
    guard let content, let lane = awaitedBy, let host = lane._withUnsafeGuaranteedRef({ $0.host(in: visitNumber) })
    else { return }
    let operation = unsafeDowncast(host, to: Operation<Content, Result>.self)
    // The operation keeps its lane, and thereby the event loop.
    withExtendedLifetime(operation) {
      operation.ownLane.unownedEventLoop._withUnsafeGuaranteedRef { eventLoop in
        let isFirst = eventLoop.beginForwarding()
        guard isFirst || isStarting else { return eventLoop.forwardLater { operation.receive?(content) } }
        operation.receive?(content)
        if isFirst { eventLoop.endForwarding() }
      }
    }
  }

  @usableFromInline
  func handToScreen(_ content: Content?) {
    if let attachment, let update = attachment.update, !attachment.isOrphaned.load(ordering: .acquiring) {
      FlowStepHandler<Content, Result>.call(update, with: content, of: self)
    }
    if let forward = awaitedBy?.takeUnretainedValue().forward(in: visitNumber) {
      unsafeDowncast(forward, to: ContentUpdate.self).body(content)
    }
  }

  @usableFromInline
  func handToClosure(_ content: Content?) {
    contentUpdate?(content)
  }

  /// Replaces the completion closure. The step calls the current closure when it completes.
  ///
  /// - Parameter completion: Receives the step and its result; nil if the step completed without a result. Called on the run's
  ///   queue before the next step starts. It can set `nextStep` and the content of other steps.
  @inlinable
  public func setCompletion(_ completion: @escaping (_ step: FlowStep, _ result: Result?) -> Void) {
    preconditionOnOwnQueue()
    replaceCompletion(with: completion)
    if extras != nil { failedOrCancelled = nil }
  }

  /// Sets a completion closure that also receives failures and cancellation. Replaces the closure that ``setCompletion(_:)``
  /// set.
  ///
  /// The run calls the closure once for each start of the step, when that start has ended. It doesn't decide how the run
  /// continues after a failure. The route that ``AnyFlowStep/setFailure(_:)`` sets decides that afterwards, so observing a
  /// failure never hides it.
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
  /// - Parameter completion: Receives the step and its outcome. Called on the run's queue. If the step has completed, the
  ///   closure can set `nextStep`.
  public func setOutcome(_ completion: @escaping (_ step: FlowStep, _ outcome: FlowOutcome<Result>) -> Void) {
    preconditionOnOwnQueue()
    replaceCompletion { step, result in completion(step, .completed(result)) }
    failedOrCancelled = { [unowned self] ending in
      switch ending {
      case .completed: break
      case .failed(let error): completion(self, .failed(error))
      case .cancelled: completion(self, .cancelled)
      }
    }
  }

  override var hasContent: Bool { storage.isFilled }

  override var hasReceiver: Bool {
    switch intent {
    case .closure: hasCompletion || collector != nil || failureRoute != nil
    // Work of the engine in place of an intent can start other steps.
    default: true
    }
  }

  override var yieldsResult: Bool { !Self.isNothing(Result.self) }

  @usableFromInline
  override func dropContentOfOperator() {
    if hasContentOfOperator { content = nil }
  }

  override func makeVisit() -> StepVisit {
    FlowStepVisit<Content, Result>(currentContent, isOfOperator: hasContentOfOperator)
  }

  override func dismantle() {
    super.dismantle()
    releaseClosures()
  }
}

/// The start of a step, and its settlement with the report of its handler.
extension FlowStep {
  @inlinable @inline(__always)
  func start(in lane: Lane) -> Progress {
    let made: FlowStepHandler<Content, Result>?
    var operation: Operation<Content, Result>?
    if isIntentReleased { preconditionTakenApart() }
    intentCalls += 1
    switch intent {
    case .closure(let start): made = start(self)
    case .work(let start): made = start(self, lane)
    case .operation(let start): (made, operation) = (nil, start(self, lane))
    case .none: preconditionTakenApart()
    }
    intentHasBeenCalled()
    if let operation {
      lane.beginAwaiting(self, hosting: operation)
      // A lane that was closed meanwhile is about to cancel the operation, which receives no content then.
      if !lane.hasEnded { handOver(currentContent, isStarting: true) }
      return .waiting
    }
    // Consumed, so that a handler that only the engine knows has one reference.
    guard var handler = consume made else {
      lane.intentHasReturned()
      if extras != nil { clearCancellation() }
      return settle(with: ReportContents(), in: lane)
    }
    guard extras == nil, lane.forgetsSettled, isKnownUniquelyReferenced(&handler), !handler.receivesContent,
      let contents = handler.settleUnseen()
    else {
      return attach(handler, in: lane)
    }
    // The work was done inside the intent, and only a weak reference can still lead to the handler.
    lane.intentHasReturned()
    let progress = settle(with: contents, in: lane)
    if contents.failure == nil, !isKnownUniquelyReferenced(&handler) { lane.bindAfterwards(handler, to: self) }
    return progress
  }

  @inlinable
  func attach(_ handler: FlowStepHandler<Content, Result>, in lane: Lane) -> Progress {
    if handler.receivesContent || lane.isOpen { makeAttachment(of: handler, in: lane) }
    let binding = lane.bind(handler, to: self)
    if extras != nil || lane.hasAwaitedWork { handOver(currentContent) }
    guard case .reported(let contents, _) = binding else { return .waiting }
    return settle(with: contents, in: lane)
  }

  /// Makes an attachment for a handler that stays connected with the step when it has reported.
  @usableFromInline
  func makeAttachment(of handler: FlowStepHandler<Content, Result>, in lane: Lane) {
    let attachment = Attachment(of: self, in: lane)
    if handler.receivesContent { handler.bringUpdate(to: attachment, of: self) }
  }

  @inlinable
  func conclude(with result: Result?) {
    if extras != nil { note(result) }
    collector?.collect(result, at: collectedPlace)
    if isCompleting { return completeInCall(with: result) }
    switch completion {
    case .closure(let body):
      isCompleting = true
      body(self, result)
      isCompleting = false
      if isCompletionChanged { changeCompletion() }
    case .none: break
    }
  }

  @usableFromInline
  func note(_ result: Result?) {
    extras?.earlierResult = nil
    (visit as? FlowStepVisit<Content, Result>)?.complete(result)
  }
}
