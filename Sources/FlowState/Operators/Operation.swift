/// One start of an operator's step. It runs the wrapped steps, waits, and reports.
///
/// The wrapped steps run in a lane of their own. Confined to the queue of the run. Inlinable, so that the compiler specializes
/// it for the types of the steps. Otherwise each part would look up those types again.
@usableFromInline
final class Operation<Content, Result>: LaneHost {
  /// The ending of a step that the operation started.
  @usableFromInline typealias Ending<Value> = Swift.Result<Value?, FlowError>

  @usableFromInline let handler: FlowStepHandler<Content, Result>
  /// Called when the operator's step is cancelled, after the work under way was cancelled.
  @usableFromInline @exclusivity(unchecked) var cancelled: (() -> Void)?

  /// The operator's step. It holds the closure that makes operations.
  @usableFromInline unowned let step: FlowStep<Content, Result>
  /// The lane of the operator's step. The step stays there for as long as the operation lasts.
  @usableFromInline let ownLane: Lane
  /// The lane of the wrapped step. Guarded by the run's queue, like all fields here.
  @usableFromInline @exclusivity(unchecked) var lane: Lane?
  /// The number of the first such lane. The lanes of later attempts use the same number.
  @usableFromInline @exclusivity(unchecked) var laneNumber: Int?
  /// The delayed call that is under way. An operation has one at a time.
  @usableFromInline @exclusivity(unchecked) var delayedCall: DelayedCall?
  /// Whether the operation has ended. If so, nothing more starts.
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

  /// Forwards the content of the operator's step to another step; see ``forward(_:)``.
  @inlinable
  func forward(to step: FlowStep<Content, some Any>) {
    forward { content in step.content = content }
  }

  /// Forwards the content of the operator's step, once before anything starts and then at each change.
  @inlinable
  func forward(_ receive: @escaping (Content) -> Void) {
    handler.engine?.forward = ClosureBox<(Content?) -> Void> { content in
      if let content { receive(content) }
    }
  }

  /// Starts a step's chain and reports how it ended, with the latest result of the step itself.
  @inlinable
  func start<Input, Value>(_ inner: FlowStep<Input, Value>, ended: @escaping (Ending<Value>) -> Void) {
    // A user's closure can end the operation by setting content that can't be mapped.
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

  /// Calls `body` after a delay, unless the operation ends before.
  @inlinable
  func wait(_ delay: Duration, _ body: @escaping () -> Void) {
    guard !isOver else { return }
    guard delay > .zero else { return body() }
    if ownLane.run.isObserved { ownLane.run.report(.stepDelayed(by: delay), of: step.name, at: ownLane.place) }
    schedule(after: delay, body)
  }

  /// Fails with a timeout of `inner` if the operation hasn't ended within the limit.
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

  /// Ends in the same way as a step that the operation started.
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

  /// Fails with an error. An error that already names the failed step is passed on unchanged.
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

  /// Ends the operation and cancels the work under way.
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
  /// Creates the step of an operator. The new step keeps the name of the wrapped step, and its events carry the operator.
  ///
  /// - Parameters:
  ///   - wrapper: The operator.
  ///   - step: The wrapped step.
  ///   - begin: Begins the work of one start.
  @inlinable
  convenience init(
    operator wrapper: FlowOperator, over step: AnyFlowStep,
    _ begin: @escaping (_ operation: Operation<Content, Result>) -> Void
  ) {
    self.init(identifier: step.identifier) { step, lane in
      let operation = Operation(of: step, in: lane)
      begin(operation)
      return operation.handler
    }
    self.wrapper = wrapper
  }

  /// Creates the step of an operator that keeps both types, and forwards its content to the wrapped step.
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
