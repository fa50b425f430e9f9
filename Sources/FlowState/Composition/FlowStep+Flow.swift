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
    self.init(identifier: identifier ?? flow.identifier) { step in
      guard let run = Ambient.conductor?.current else { return nil }
      precondition(
        flow.queue.map { $0.identity == run.conductor.queue.identity } ?? true,
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
    let handler = FlowStepHandler<Content, Result>()
    let nested = flow.nest(content, in: run) { handler.settle($0) }
    handler.interruption = { [weak nested] in nested?.cancel() }
    return handler
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
    self.init(identifier: identifier ?? flow.identifier) { step in
      guard let run = Ambient.conductor?.current else { return nil }
      guard let queue = flow.queue, queue.identity != run.conductor.queue.identity else {
        return FlowStep.nest(flow, step.content, in: run)
      }
      let handler = FlowStepHandler<Content, Result>()
      let nested = flow.makeRun(on: queue, parent: run)
      flow.begin(nested, step.content, parent: run.place) { handler.settle($0) }
      handler.interruption = { [weak nested] in nested?.cancelFromOutside() }
      return handler
    }
  }
}

extension FlowStepHandler {
  /// Reports what a nested run has come to. Only the step's own end cancels a nested run, and that needs no report.
  func settle(_ outcome: FlowOutcome<Result>) {
    switch outcome {
    case .completed(let result): complete(Transfer(result).value)
    case .failed(let error): fail(error)
    case .cancelled: break
    }
  }
}
