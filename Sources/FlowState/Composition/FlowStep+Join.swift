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
  @inlinable
  public convenience init<Input, Element>(identifier: String, joining steps: [FlowStep<Input, Element>])
  where Result == [Element?] {
    self.init(identifier: identifier) { _, lane in
      let latest = LatestOfMany(of: steps)
      return LaneGroup.start(steps.count, { steps[$0] }, until: .all, in: lane.run) { _ in latest.take() }
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
  @inlinable
  public convenience init<each Input, each Element>(
    identifier: String, joining steps: repeat FlowStep<each Input, each Element>
  ) where Result == (repeat (each Element)?) {
    self.init(identifier: identifier) { _, lane in
      let collected = (repeat Latest(of: each steps))
      var all: [AnyFlowStep] = []
      repeat all.append(each steps)
      return LaneGroup.start(all.count, { all[$0] }, until: .all, in: lane.run) { _ in (repeat (each collected).take()) }
    }
  }
}
