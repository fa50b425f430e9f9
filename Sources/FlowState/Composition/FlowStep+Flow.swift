extension FlowStep {
  /// Creates a step that runs a flow with the step's content. The run's result becomes the step's result.
  ///
  /// The nested run executes on the queue of the run that contains the step. A flow with a queue of its own can be nested only
  /// in a run on that queue. Elsewhere it traps, because two queues would share the content and the result. This limit doesn't
  /// apply if both types are `Sendable`, or if the flow takes no content and its result is `Sendable`.
  ///
  /// If the nested run fails, the step fails, with the nested error as its cause.
  ///
  /// - Parameters:
  ///   - flow: The flow to run at each start of the step.
  ///   - identifier: The name of the step in errors and traces; the flow's name by default.
  public convenience init(_ flow: Flow<Content, Result>, identifier: String? = nil) {
    self.init(identifier: identifier ?? flow.identifier) { step, lane in
      let run = lane.run
      requireUse(
        flow.queue(nestedIn: run) == nil,
        """
        Flow '\(flow.identifier)' has a queue of its own and cannot be nested into a run on another queue: its content or \
        its result is not Sendable.
        """)
      return FlowStep.nest(flow, step, in: lane)
    }
  }

  fileprivate static func nest(
    _ flow: Flow<Content, Result>, _ step: FlowStep, in lane: Lane
  ) -> FlowStepHandler<Content, Result> {
    let hosting = Hosting<Content, Result>(in: lane, of: step)
    hosting.nested = flow.nest(step.content, in: lane.run) { hosting.settle($0) }
    return hosting.handler
  }
}

extension FlowStep where Content: Sendable, Result: Sendable {
  /// Creates a step that runs a flow with the step's content. The run's result becomes the step's result.
  ///
  /// The nested run executes on the flow's queue if the flow has one, and otherwise on the queue of the run that contains the
  /// step.
  ///
  /// If the nested run fails, the step fails, with the nested error as its cause.
  ///
  /// - Parameters:
  ///   - flow: The flow to run at each start of the step.
  ///   - identifier: The name of the step in errors and traces; the flow's name by default.
  public convenience init(_ flow: Flow<Content, Result>, identifier: String? = nil) {
    self.init(identifier: identifier ?? flow.identifier) { step, lane in
      let run = lane.run
      guard let queue = flow.queue(nestedIn: run) else { return FlowStep.nest(flow, step, in: lane) }
      return FlowStep.nest(flow, step, step.content, in: lane, on: queue)
    }
  }
}

extension FlowStep where Content == Any, Result: Sendable {
  /// Creates a step that runs a flow that takes no content. The run's result becomes the step's result.
  ///
  /// The nested run executes on the flow's queue if the flow has one, and otherwise on the queue of the run that contains the
  /// step. If the step has content, which isn't `Sendable`, and the queues differ, it traps.
  ///
  /// If the nested run fails, the step fails, with the nested error as its cause.
  ///
  /// - Parameters:
  ///   - flow: The flow to run at each start of the step.
  ///   - identifier: The name of the step in errors and traces; the flow's name by default.
  public convenience init(_ flow: Flow<Content, Result>, identifier: String? = nil) {
    self.init(identifier: identifier ?? flow.identifier) { step, lane in
      let run = lane.run
      guard let queue = flow.queue(nestedIn: run) else { return FlowStep.nest(flow, step, in: lane) }
      requireUse(
        step.content == nil,
        """
        Step '\(step.identifier)' has content of type Any and runs flow '\(flow.identifier)', which has a queue of its own. \
        Content for another queue is Sendable: declare its type.
        """)
      return FlowStep.nest(flow, step, nil, in: lane, on: queue)
    }
  }
}

extension FlowStep {
  /// Runs a flow on a queue of its own. The content and the result are safe to send.
  fileprivate static func nest(
    _ flow: Flow<Content, Result>, _ step: FlowStep, _ content: Content?, in lane: Lane, on queue: any FlowQueue
  ) -> FlowStepHandler<Content, Result> {
    let run = lane.run
    let hosting = UnsafeTransfer(Hosting<Content, Result>(in: lane, of: step))
    let nested = flow.makeRun(on: queue, host: run)
    run.addDependent()
    let scope = FlowScope<Content, Result>(content) { scope, ending in
      let outcome = UnsafeTransfer(scope.takeOutcome(ending))
      run.eventLoop.post(
        ClosureMessage {
          hosting.value.settle(outcome.value)
          run.removeDependent()
        })
    }
    flow.schedule(nested, scope, parent: run.place)
    hosting.value.waits(for: nested)
    return hosting.value.handler
  }
}

/// One start of a step that runs a flow. Confined to the queue of the step's run.
private final class Hosting<Content, Result>: LaneHost {
  let handler = FlowStepHandler<Content, Result>.ofEngine()
  /// The nested run, if it shares the event loop of the step's run.
  weak var nested: Run?
  /// The nested run, if it executes on another queue. It can be released before its outcome arrives.
  private weak var nestedElsewhere: Run?
  private var isElsewhere = false
  /// Whether the step has ended and no longer waits for the nested run.
  private var isOver = false
  /// Whether the nested run has reported its outcome.
  private var hasEnded = false
  /// The failure of the nested run, which the step passes on unless it is closed before.
  private var failure: (any Error)?
  /// Whether the run waits for the end of the nested run, which was cancelled, before it goes back.
  private var isLeaving = false
  private let run: Run
  /// Whether the step fails when the nested run is cancelled, because a route of its chain catches that.
  private let failsWhenCancelled: Bool

  init(in lane: Lane, of step: AnyFlowStep) {
    run = lane.run
    failsWhenCancelled = lane.outermost(of: step).extras?.failsWhenCancelled ?? false
    super.init()
    handler.makeConnection().host = self
  }

  /// Notes the nested run, which executes on another queue.
  func waits(for nested: Run) {
    nestedElsewhere = nested
    isElsewhere = true
  }

  override var lanes: [Lane] { nested?.root.map { [$0] } ?? [] }

  override func lanesWereClosed() {
    isOver = true
    if let failure { run.takeOver(failure) }
    // Its outcome can still be on its way.
    let hasNestedEnded = nested?.hasEnded ?? false
    nested?.cancel()
    nestedElsewhere?.cancelFromOutside()
    guard !hasEnded, hasNestedEnded || nested?.hasEnded == false || isElsewhere else { return }
    isLeaving = true
    run.runLeaves()
  }

  /// Reports the outcome of the nested run.
  func settle(_ outcome: FlowOutcome<Result>) {
    hasEnded = true
    guard !isOver else {
      // A step that has ended, and so has cancelled the nested run, needs no outcome. A nested run on the same queue that was cancelled
      // has passed on by itself what it could not undo.
      if case .failed(let error) = outcome, nested?.hasPassedOn != true { run.takeOver(error) }
      if isLeaving { run.runHasLeft() }
      return
    }
    switch outcome {
    case .completed(let result): handler.complete(UnsafeTransfer(result).value)
    case .failed(let error):
      failure = error
      handler.fail(error)
    case .cancelled:
      // Only going back past its first step cancels a nested run whose step has not ended.
      if failsWhenCancelled { return handler.fail(LeftBackwards()) }
      run.leaveBackwards { [self] refusal in
        if !isOver { handler.fail(refusal) }
      }
    }
  }
}
