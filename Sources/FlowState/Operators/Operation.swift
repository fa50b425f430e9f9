/// One start of a step that an operator has made: it runs the steps that the operator is about, waits, and reports.
///
/// The steps run in a lane of their own. Confined to the queue of the run. Inlinable, so that it is specialized for the types
/// of the steps: else each of its parts would look those types up anew.
@usableFromInline
final class Operation<Content, Result>: LaneHost {
  /// How a step ended that was started here.
  @usableFromInline typealias Ending<Value> = Swift.Result<Value?, FlowError>

  @usableFromInline let handler: FlowStepHandler<Content, Result>
  /// Called when the operator's step is cancelled, after what it has under way was.
  @usableFromInline @exclusivity(unchecked) var cancelled: (() -> Void)?

  /// The operator's own step, which holds whatever makes operations.
  @usableFromInline unowned let step: FlowStep<Content, Result>
  /// The lane of the operator's own step, which stays there as long as the operation lasts.
  @usableFromInline let ownLane: Lane
  /// The lane in which the inner step is. Guard, as for all fields here: the run's queue.
  @usableFromInline @exclusivity(unchecked) var lane: Lane?
  /// The number of the first such lane, which those of later attempts have too.
  @usableFromInline @exclusivity(unchecked) var laneNumber: Int?
  /// The time that passes before something is done; an operation has one at a time.
  @usableFromInline @exclusivity(unchecked) var delayedCall: DelayedCall?
  /// Whether the operation has come to its end; nothing starts any more.
  @usableFromInline @exclusivity(unchecked) var isOver = false

  @inlinable
  init(of step: FlowStep<Content, Result>, in ownLane: Lane) {
    self.step = step
    self.ownLane = ownLane
    handler = .ofEngine()
    super.init()
    handler.engine?.host = self
  }

  @usableFromInline
  override var lanes: [Lane] { lane.map { [$0] } ?? [] }

  @usableFromInline
  override func lanesWereClosed() {
    stop()
    cancelled.take()?()
  }

  /// Hands the content of the operator's step on to another step: see ``forward(_:)``.
  @inlinable
  func forward(to step: FlowStep<Content, some Any>) {
    forward { content in step.content = content }
  }

  /// Hands the content of the operator's step on, once before anything starts and then at each change.
  @inlinable
  func forward(_ receive: @escaping (Content) -> Void) {
    handler.engine?.forward = ClosureBox<(Content?) -> Void> { content in
      if let content { receive(content) }
    }
  }

  /// Starts a step's chain, and tells how it has ended: with the result of the step itself, its latest one.
  @inlinable
  func start<Input, Value>(_ inner: FlowStep<Input, Value>, ended: @escaping (Ending<Value>) -> Void) {
    // A closure of the user's can end the operation by setting content that cannot be mapped.
    guard !isOver else { return }
    let latest = Latest(of: inner)
    let lane = Lane(in: ownLane.run, isOpen: false, number: laneNumber) { [self] failure in
      self.lane = nil
      ended(failure.map { .failure($0) } ?? .success(latest.take()))
    }
    laneNumber = lane.number
    self.lane = lane
    lane.startSoon(inner)
  }

  /// Lets time pass before `body` is called, unless the operation has ended by then.
  @inlinable
  func wait(_ delay: Duration, _ body: @escaping () -> Void) {
    guard !isOver else { return }
    guard delay > .zero else { return body() }
    if ownLane.run.isObserved { ownLane.run.report(.stepDelayed(by: delay), of: step.name, at: ownLane.place) }
    schedule(after: delay, body)
  }

  /// Fails with a timeout of `inner` when the time has passed and the operation has not ended.
  @inlinable
  func limit(_ inner: AnyFlowStep, to limit: Duration) {
    schedule(after: limit) { [self] in timeOut(inner, after: limit) }
  }

  @usableFromInline
  func timeOut(_ inner: AnyFlowStep, after limit: Duration) {
    let error = FlowError(step: inner.identifier, place: (lane ?? ownLane).place, reason: .timedOut(after: limit))
    stop()
    handler.fail(PassedOn(error: error, isOwn: true))
  }

  // MARK: Ending

  /// Ends as a step has that was started here.
  @inlinable
  func end(as ending: Ending<Result>) {
    switch ending {
    case .success(let result): complete(result)
    case .failure(let error): fail(error)
    }
  }

  @inlinable
  func complete(_ result: Result?) {
    stop()
    handler.complete(UnsafeTransfer(result).value)
  }

  /// Fails; with the very same error if it tells already which step has failed.
  @usableFromInline
  func fail(_ error: any Error) {
    stop()
    handler.fail((error as? FlowError).map { PassedOn(error: $0) } ?? error)
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

  /// Ends the operation: cancels what is under way.
  @inlinable
  func stop() {
    isOver = true
    delayedCall.take()?.end()
    lane.take()?.close()
  }

  @inlinable
  func schedule(after delay: Duration, _ body: @escaping () -> Void) {
    delayedCall = DelayedCall(in: ownLane.run, delay, body)
  }
}

extension FlowStep {
  /// Makes the step of an operator.
  ///
  /// - Parameters:
  ///   - wrapper: The operator.
  ///   - step: The step that it wraps, whose name the new step keeps.
  ///   - begin: Begins the work of one start.
  @inlinable
  convenience init(
    operator wrapper: FlowOperator, over step: AnyFlowStep, _ begin: @escaping (_ operation: Operation<Content, Result>) -> Void
  ) {
    self.init(identifier: step.identifier) { step, lane in
      let operation = Operation(of: step, in: lane)
      begin(operation)
      return operation.handler
    }
    self.wrapper = wrapper
  }

  /// Makes the step of an operator that leaves the types as they are, and hands its content on.
  @inlinable
  convenience init(
    operator wrapper: FlowOperator, on inner: FlowStep<Content, Result>,
    _ begin: @escaping (_ operation: Operation<Content, Result>) -> Void
  ) {
    self.init(operator: wrapper, over: inner) { operation in
      operation.forward(to: inner)
      begin(operation)
    }
  }
}
