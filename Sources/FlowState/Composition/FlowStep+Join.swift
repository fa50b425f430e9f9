extension FlowStep where Content == Any {
  /// Creates a step that starts several steps of one type at once and completes with an array of their results.
  ///
  /// The step waits for each step's chain, like ``ConcurrentFlowStep``. It collects the latest result of the step itself. If a
  /// step fails, the new step fails and the other steps are cancelled.
  ///
  /// ```swift
  /// let all = FlowStep(identifier: "Pictures", joining: pictures)
  /// all.setCompletion { _, pictures in show(pictures ?? []) }
  /// ```
  ///
  /// - Parameters:
  ///   - identifier: The name of the step in errors and traces.
  ///   - steps: The steps to start, each listed once. The result has one element for each step, in order; nil if the step completed
  ///     without a result.
  @inlinable
  public convenience init<Input, Element>(identifier: String, joining steps: [FlowStep<Input, Element>])
  where Result == [Element?] {
    self.init(identifier: identifier) { _, lane in
      let latest = LatestOfMany(of: steps)
      return LaneGroup.start(steps.count, { steps[$0] }, until: .all, in: lane.run) { _ in latest.take() }
    }
  }

  /// Creates a step that starts several steps at once and completes with a tuple of their results.
  ///
  /// Use this initializer for steps of different types. It works like the initializer for an array. Each element of the tuple is an
  /// optional:
  ///
  /// ```swift
  /// let both = FlowStep(identifier: "Load", joining: profile, pictures)
  /// both.setCompletion { _, loaded in
  ///   if case (let profile?, let pictures?)? = loaded { show(profile, pictures) }
  /// }
  /// ```
  ///
  /// - Parameters:
  ///   - identifier: The name of the step in errors and traces.
  ///   - steps: The steps to start, each listed once. The result has one element for each step, in order; nil if the step completed
  ///     without a result.
  @inlinable
  public convenience init<each Input, each Element>(
    identifier: String, joining steps: repeat FlowStep<each Input, each Element>
  ) where Result == (repeat (each Element)?) {
    self.init(identifier: identifier) { _, lane in
      var all: [AnyFlowStep] = []
      repeat all.append(each steps)
      for (place, step) in all.enumerated() where all[..<place].contains(where: { $0 === step }) {
        step.trapListedTwice()
      }
      let collected = (repeat Latest(of: each steps))
      return LaneGroup.start(all.count, { all[$0] }, until: .all, in: lane.run) { _ in (repeat (each collected).take())
      }
    }
  }
}
