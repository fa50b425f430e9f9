extension FlowStep {
  /// Makes a step that runs a flow: the step's content is what the run is started with, the run's result is the step's.
  ///
  /// The nested run executes on the queue of the run that the step is in. A flow that has a queue of its own can be nested
  /// only into a run on that queue; it traps elsewhere, because content and result would be shared between queues. Types
  /// that are `Sendable` lift that limit.
  ///
  /// If the nested run fails, the step fails, and its error keeps the nested one as its cause.
  ///
  /// - Parameters:
  ///   - flow: The flow to run at each start of the step.
  ///   - identifier: The name of the step in errors and traces; the flow's by default.
  public convenience init(_ flow: Flow<Content, Result>, identifier: String? = nil) {
    self.init(identifier: identifier ?? flow.identifier) { step, lane in
      let run = lane.run
      requireUse(
        flow.queue.map { $0.identity == run.eventLoop.queue.identity } ?? true,
        """
        Flow '\(flow.identifier)' has a queue of its own and cannot be nested into a run on another queue: its content or \
        its result is not Sendable.
        """)
      return FlowStep.nest(flow, step.content, in: run)
    }
  }

  fileprivate static func nest(
    _ flow: Flow<Content, Result>, _ content: Content?, in run: Run
  ) -> FlowStepHandler<Content, Result> {
    let hosting = Hosting<Content, Result>(in: run)
    hosting.nested = flow.nest(content, in: run) { hosting.settle($0) }
    return hosting.handler
  }
}

extension FlowStep where Content: Sendable, Result: Sendable {
  /// Makes a step that runs a flow: the step's content is what the run is started with, the run's result is the step's.
  ///
  /// The nested run executes on the flow's queue if it has one, else on the queue of the run that the step is in.
  ///
  /// If the nested run fails, the step fails, and its error keeps the nested one as its cause.
  ///
  /// - Parameters:
  ///   - flow: The flow to run at each start of the step.
  ///   - identifier: The name of the step in errors and traces; the flow's by default.
  public convenience init(_ flow: Flow<Content, Result>, identifier: String? = nil) {
    self.init(identifier: identifier ?? flow.identifier) { step, lane in
      let run = lane.run
      guard let queue = flow.queue, queue.identity != run.eventLoop.queue.identity else {
        return FlowStep.nest(flow, step.content, in: run)
      }
      let hosting = UnsafeTransfer(Hosting<Content, Result>(in: run))
      let nested = flow.makeRun(on: queue, host: run)
      run.hold()
      flow.schedule(nested, step.content, parent: run.place) { outcome in
        let outcome = UnsafeTransfer(outcome)
        run.eventLoop.post(
          ClosureMessage {
            hosting.value.settle(outcome.value)
            run.letGo()
          })
      }
      hosting.value.nestedElsewhere = nested
      return hosting.value.handler
    }
  }
}

/// A step that runs a flow, while that is under way. Confined to the queue of the step's run.
private final class Hosting<Content, Result>: LaneHost {
  let handler = FlowStepHandler<Content, Result>.ofEngine()
  /// The run, if it shares the event loop of the step's run.
  weak var nested: Run?
  /// The run, if it is on another queue.
  weak var nestedElsewhere: Run?
  /// Whether the step has ended, so that nobody waits for the nested run any more.
  private var isOver = false
  private let run: Run

  init(in run: Run) {
    self.run = run
    super.init()
    handler.engine?.host = self
  }

  override var lanes: [Lane] { nested?.root.map { [$0] } ?? [] }

  override func lanesWereClosed() {
    isOver = true
    nested?.cancel()
    nestedElsewhere?.cancelFromOutside()
  }

  /// Reports what the nested run has come to.
  func settle(_ outcome: FlowOutcome<Result>) {
    switch outcome {
    case .completed(let result): handler.complete(UnsafeTransfer(result).value)
    case .failed(let error): handler.fail(error)
    case .cancelled:
      // It has gone back past its first step, unless it was this step's end that has cancelled it.
      if !isOver { run.leaveBackwards() }
    }
  }
}
