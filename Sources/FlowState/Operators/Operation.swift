/// One start of an operator's step. It runs the wrapped steps, waits, and ends.
///
/// The wrapped steps run in a lane of their own. An operation completes its step without a handler: it hands its ending to the
/// event loop. Confined to the queue of the run. Inlinable, so that the compiler specializes it for the types of the steps.
/// Otherwise each part would look up those types again.
@usableFromInline
final class Operation<Content, Result>: LaneHost {
  /// The operator's step.
  @usableFromInline let step: FlowStep<Content, Result>
  /// The lane of the operator's step. The step stays there for as long as the operation lasts.
  @usableFromInline let ownLane: Lane
  /// The number of the step's visit.
  @usableFromInline let visit: Int
  /// Called when the operator's step is cancelled, after the work under way was cancelled.
  @usableFromInline @exclusivity(unchecked) var cancelled: (() -> Void)?
  /// Receives the content of the operator's step, once before anything starts and then at each change.
  @usableFromInline @exclusivity(unchecked) var receive: ((Content) -> Void)?
  /// The lane of the wrapped step. Guarded by the run's queue, like all fields here.
  @usableFromInline @exclusivity(unchecked) var lane: Lane?
  /// Receives the failure that ended the lane; nil if it has come to rest.
  @usableFromInline @exclusivity(unchecked) var ended: ((FlowError?) -> Void)?
  /// The number of the first lane of a wrapped step. The lanes of later attempts use the same number.
  @usableFromInline @exclusivity(unchecked) var laneNumber: Int?
  /// The wrapped step: the first one that the operation has started.
  @usableFromInline @exclusivity(unchecked) var wrapped: ObjectIdentifier?
  /// The collector of the step as which the operation ends.
  @usableFromInline @exclusivity(unchecked) var latest: Latest<Result>?
  /// The step that has a time limit.
  @usableFromInline @exclusivity(unchecked) var limited: AnyFlowStep?
  /// The time limit of that step.
  @usableFromInline @exclusivity(unchecked) var limit = Duration.zero
  /// The delayed call that is under way. An operation has one at a time.
  @usableFromInline @exclusivity(unchecked) var delayedCall: DelayedCall?
  /// Whether the operation has ended. If so, nothing more starts.
  @usableFromInline @exclusivity(unchecked) var isOver = false
  /// The ending on its way to the step's lane.
  @usableFromInline @exclusivity(unchecked) var ending: ReportContents?

  @inlinable
  init(of step: FlowStep<Content, Result>, in ownLane: Lane) {
    self.step = step
    self.ownLane = ownLane
    visit = ownLane.visit
    super.init()
  }

  deinit {
    if ending != nil { dropEnding() }
  }

  @usableFromInline
  override var lanes: [Lane] { lane.map { [$0] } ?? [] }

  override var operatorStep: AnyFlowStep? { step }
  override var operatorLane: Lane? { ownLane }

  override func wraps(_ step: AnyFlowStep) -> Bool { wrapped == ObjectIdentifier(step) }

  @usableFromInline
  override func lanesWereClosed() {
    stop()
    cancelled.take()?()
  }

  @usableFromInline
  override func laneEnded(_ lane: Lane, _ failure: FlowError?) {
    self.lane = nil
    ended.take()?(failure)
  }

  /// Starts a step's chain and reports how it ended. The collector receives the results of the step itself.
  @inlinable
  func start<Value>(
    _ inner: FlowStep<some Any, Value>, _ latest: Latest<Value>, ended: @escaping (_ failure: FlowError?) -> Void
  ) {
    // Nothing starts for an operation that is over, and it supersedes nothing.
    guard !isOver else { return }
    latest.collect(from: inner)
    // Collecting supersedes a start of the inner step that waits. That start can host this operation, and ends it then.
    guard !isOver else { return }
    self.ended = ended
    startLane(inner)
  }

  /// Starts a step's chain and ends in the same way as that step.
  @inlinable
  func conclude(with inner: FlowStep<some Any, Result>, _ latest: Latest<Result>) {
    self.latest = latest
    // Captures one object only, so the closure needs no block.
    start(inner, latest) { [self] failure in endAsInner(failure) }
  }

  @inlinable
  func endAsInner(_ failure: FlowError?) {
    if let failure { fail(failure) } else { complete(latest?.take()) }
  }

  @usableFromInline
  func startLane(_ inner: AnyFlowStep) {
    let lane = Lane(in: ownLane.run, for: self, number: laneNumber)
    laneNumber = lane.number
    if wrapped == nil { wrapped = ObjectIdentifier(inner) }
    self.lane = lane
    lane.startSoon(inner)
  }

  /// Calls `body` after a delay, unless the operation ends before.
  @usableFromInline
  func wait(_ delay: Duration, _ body: @escaping () -> Void) {
    guard !isOver else { return }
    guard delay > .zero else { return body() }
    if ownLane.run.isObserved { ownLane.run.report(.stepDelayed(by: delay), of: step.name, at: ownLane.place) }
    schedule(after: delay, body)
  }

  /// Fails with a timeout of `inner` if the operation hasn't ended within the limit.
  @usableFromInline
  func limit(_ inner: AnyFlowStep, to limit: Duration) {
    limited = inner
    self.limit = limit
    // Captures one object only, as above.
    schedule(after: limit) { [self] in timeOut() }
  }

  private func timeOut() {
    guard let inner = limited else { return }
    let error = FlowError(step: inner.identifier, place: (lane ?? ownLane).place, reason: .timedOut(after: limit))
    end(with: ReportContents(failure: PassedOn(error: error, isOwn: true)))
  }

  /// Records that other work replaces work that has failed. A visit of a nested run that is not undone stays a failure of the run.
  @usableFromInline
  func replace(_ failure: FlowError) { ownLane.run.takeOver(failure) }

  // MARK: Ending

  @inlinable
  func complete(_ result: Result?) {
    var contents = ReportContents()
    contents.storage.fill(with: result)
    end(with: contents)
  }

  /// Fails with an error. An error that already names the failed step is passed on unchanged.
  @usableFromInline
  func fail(_ error: any Error) {
    end(with: ReportContents(failure: (error as? FlowError).map { PassedOn(error: $0) } ?? error))
  }

  /// Fails as soon as the closure that is executing has returned. Failing cancels the work under way, and the closures of that work must
  /// not be called inside another closure.
  @usableFromInline
  func failSoon(_ error: any Error) {
    ownLane.unownedEventLoop._withUnsafeGuaranteedRef { $0.meetOrPost { [self] in fail(error) } }
  }

  /// Completes with what `body` returns, or fails with what it throws.
  @inlinable
  func complete(_ body: () throws -> Result?) {
    do {
      complete(try body())
    } catch {
      fail(error)
    }
  }

  @usableFromInline
  func end(with contents: ReportContents) {
    let hasEnded = isOver
    stop()
    // The first ending counts. A start that was cancelled has none.
    guard !hasEnded else { return drop(contents.storage) }
    ending = contents
    ownLane.unownedEventLoop._withUnsafeGuaranteedRef { $0.post(.ending(of: self)) }
  }

  @usableFromInline
  override func deliverEnding() {
    guard let step = ownLane.acceptReport(for: visit), let contents = ending.take() else { return }
    ownLane.settle(step, with: contents)
  }

  private func drop(_ storage: InlineStorage) {
    var storage = storage
    storage.clear(Result.self)
  }

  private func dropEnding() {
    if let ending { drop(ending.storage) }
  }

  /// Ends the operation and cancels the work under way.
  private func stop() {
    isOver = true
    delayedCall.take()?.end()
    lane.take()?.close()
    ended = nil
    // Content that waits to be handed on must not reach a step that is no longer this operation's.
    receive = nil
  }

  private func schedule(after delay: Duration, _ body: @escaping () -> Void) {
    delayedCall = DelayedCall(in: ownLane.run, delay, body)
  }
}

extension FlowStep {
  /// Creates the step of an operator. The new step keeps the name of the wrapped step, and its events carry the operator.
  ///
  /// - Parameters:
  ///   - wrapper: The operator.
  ///   - step: The wrapped step.
  ///   - receive: Receives the new step's content.
  ///   - begin: Begins the work of one start.
  @inlinable
  convenience init(
    operator wrapper: FlowOperator, over step: AnyFlowStep, _ receive: ((Content) -> Void)? = nil,
    _ begin: @escaping (_ operation: Operation<Content, Result>) -> Void
  ) {
    let start = Intent.operation { [wrapped = step] step, lane in
      // The content of an earlier start must not stay in the wrapped step.
      if step.currentContent == nil { wrapped.dropContentOfOperator() }
      let operation = Operation(of: step, in: lane)
      operation.receive = receive
      begin(operation)
      return operation
    }
    self.init(identifier: step.identifier, intent: start, completion: .none)
    self.wrapper = wrapper
  }

  /// Creates the step of an operator that keeps both types, and forwards its content to the wrapped step.
  @inlinable
  convenience init(
    operator wrapper: FlowOperator, on inner: FlowStep<Content, Result>,
    _ begin: @escaping (_ operation: Operation<Content, Result>, _ latest: Latest<Result>) -> Void
  ) {
    let latest = Latest<Result>()
    self.init(operator: wrapper, over: inner, { content in inner.setContentOfOperator(content) }) { begin($0, latest) }
  }
}
