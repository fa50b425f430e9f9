/// One start of a step that an operator has made: it runs the steps that the operator is about, waits, and reports.
///
/// The steps run in a lane of their own. Confined to the queue of the run. Inlinable, so that it is specialized for the types
/// of the steps: else each of its parts would look those types up anew.
@usableFromInline
final class Operation<Content, Result>: LaneHost {
  /// How a step that was started here has ended.
  @usableFromInline
  enum Ending<Value> {
    case completed(Value?)
    case failed(FlowError)
  }

  @usableFromInline let handler: FlowStepHandler<Content, Result>
  /// Called when the operator's step is cancelled, after what it has under way was.
  @usableFromInline @exclusivity(unchecked) var cancelled: (() -> Void)?

  /// The operator's own step, which holds whatever makes operations.
  @usableFromInline unowned let step: FlowStep<Content, Result>
  /// The lane of the operator's own step, which stays there as long as the operation lasts.
  @usableFromInline let home: Lane
  /// The lane in which the inner step is. Guard, as for all fields here: the run's queue.
  @usableFromInline @exclusivity(unchecked) var lane: Lane?
  /// The number of the first such lane, which those of later attempts have too.
  @usableFromInline @exclusivity(unchecked) var laneNumber: Int?
  /// The time that passes before something is done; an operation has one at a time.
  @usableFromInline @exclusivity(unchecked) var pause: Pause?
  /// Whether the operation has come to its end; nothing starts any more.
  @usableFromInline @exclusivity(unchecked) var isOver = false

  @inlinable
  init(of step: FlowStep<Content, Result>, in home: Lane) {
    self.step = step
    self.home = home
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
    let lane = Lane(in: home.run, isOpen: false, number: laneNumber) { [self] _, ending in
      self.lane = nil
      switch ending {
      case .rested: ended(.completed(latest.take()))
      case .failed(let error): ended(.failed(error))
      }
    }
    laneNumber = lane.number
    self.lane = lane
    lane.begin(inner)
  }

  /// Lets time pass before `body` is called, unless the operation has ended by then.
  @inlinable
  func wait(_ delay: Duration, _ body: @escaping () -> Void) {
    guard !isOver else { return }
    guard delay > .zero else { return body() }
    if home.run.isObserved { home.run.report(.stepDelayed(by: delay), step: step.identifier, at: home.place) }
    schedule(after: delay, body)
  }

  /// Fails with a timeout of `inner` when the time has passed and the operation has not ended.
  @inlinable
  func limit(_ inner: AnyFlowStep, to limit: Duration) {
    schedule(after: limit) { [self] in timeOut(inner, after: limit) }
  }

  @usableFromInline
  func timeOut(_ inner: AnyFlowStep, after limit: Duration) {
    let error = FlowError(step: inner.identifier, place: (lane ?? home).place, reason: .timedOut(after: limit))
    stop()
    handler.fail(PassedOn(error: error, isOwn: true))
  }

  // MARK: Ending

  /// Ends as a step has that was started here.
  @inlinable
  func end(as ending: Ending<Result>) {
    switch ending {
    case .completed(let result): complete(result)
    case .failed(let error): fail(error)
    }
  }

  @inlinable
  func complete(_ result: Result?) {
    stop()
    handler.complete(Transfer(result).value)
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
    pause.take()?.end()
    lane.take()?.close()
  }

  @inlinable
  func schedule(after delay: Duration, _ body: @escaping () -> Void) {
    pause = Pause(in: home.run, delay, body)
  }
}

extension FlowStep {
  /// Makes the step of an operator.
  ///
  /// - Parameters:
  ///   - name: What the operator does; it follows the name of the step in traces.
  ///   - step: The step that it is about.
  ///   - begin: Begins the work of one start.
  @inlinable
  convenience init(
    operator name: String, over step: AnyFlowStep, _ begin: @escaping (_ operation: Operation<Content, Result>) -> Void
  ) {
    self.init(identifier: "\(step.identifier).\(name)") { step in
      guard let lane = Ambient.lane else { return nil }
      let operation = Operation(of: step, in: lane)
      begin(operation)
      return operation.handler
    }
  }

  /// Makes the step of an operator that leaves the types as they are, and hands its content on.
  @inlinable
  convenience init(
    operator name: String, on inner: FlowStep<Content, Result>,
    _ begin: @escaping (_ operation: Operation<Content, Result>) -> Void
  ) {
    self.init(operator: name, over: inner) { operation in
      operation.forward(to: inner)
      begin(operation)
    }
  }
}
