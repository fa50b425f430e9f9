extension FlowStep where Content == Any {
  /// Makes a step that starts several steps of one type at once and completes with their results, in their order.
  ///
  /// Each step's chain counts, as in ``ConcurrentFlowStep``; the result that is collected is that of the step itself, the
  /// latest one if its chain comes back to it. If one fails, the step fails and the others are cancelled.
  ///
  /// ```swift
  /// let all = FlowStep(identifier: "Pictures", joining: pictures)
  /// all.setCompletion { _, pictures in show(pictures ?? []) }
  /// ```
  ///
  /// - Parameters:
  ///   - identifier: The name of the step in errors and traces.
  ///   - steps: The steps to start. The result has one element for each, nil where it finished without a result.
  public convenience init<Input, Element>(identifier: String, joining steps: [FlowStep<Input, Element>])
  where Result == [Element?] {
    self.init(identifier: identifier) { _ in
      let collected = steps.map { Latest(of: $0) }
      return joined(steps) { collected.map { $0.take() } }
    }
  }

  /// Makes a step that starts several steps at once and completes with a tuple of their results, in their order.
  ///
  /// As the initialiser for an array, for steps of different types.
  ///
  /// ```swift
  /// let both = FlowStep(identifier: "Load", joining: profile, pictures)
  /// both.setCompletion { _, loaded in
  ///   if let (profile, pictures) = loaded { show(profile, pictures) }
  /// }
  /// ```
  ///
  /// - Parameters:
  ///   - identifier: The name of the step in errors and traces.
  ///   - steps: The steps to start. The result has one element for each, nil where it finished without a result.
  public convenience init<each Input, each Element>(
    identifier: String, joining steps: repeat FlowStep<each Input, each Element>
  ) where Result == (repeat (each Element)?) {
    self.init(identifier: identifier) { _ in
      let collected = (repeat Latest(of: each steps))
      var all: [AnyFlowStep] = []
      repeat all.append(each steps)
      return joined(all) { (repeat (each collected).take()) }
    }
  }
}

/// Starts lanes for the steps of a join and makes the handler that reports when all have ended.
private func joined<Joined>(_ steps: [AnyFlowStep], results: @escaping () -> Joined) -> FlowStepHandler<Any, Joined>? {
  guard let run = Ambient.conductor?.current else { return nil }
  let handler = FlowStepHandler<Any, Joined>.ofEngine()
  let group = LaneGroup(.all)
  handler.interruption = { group.close() }
  group.begin(steps, in: run) { ending in
    switch ending {
    case .completed: handler.complete(Transfer(results()).value)
    case .failed(let errors): errors.first.map { handler.fail($0) }
    }
  }
  return handler
}
