extension FlowStep where Content == Any {
  /// Creates a step that starts several steps of one type at once and completes with the result of the winner: the first step
  /// whose chain comes to rest.
  ///
  /// The step works like ``RaceFlowStep``. Its result is the latest result of the winning step itself. The other steps are
  /// cancelled.
  ///
  /// ```swift
  /// let quote = FlowStep(identifier: "Quote", racing: [bank, exchange])
  /// quote.setCompletion { _, rate in show(rate) }
  /// ```
  ///
  /// - Parameters:
  ///   - identifier: The name of the step in errors and traces.
  ///   - steps: The steps to start, each listed once. If the array is empty, the step fails, because a race needs a winner.
  public convenience init<Input>(identifier: String, racing steps: [FlowStep<Input, Result>]) {
    self.init(identifier: identifier) { _, lane in
      let latest = LatestOfMany(of: steps)
      return LaneGroup.start(steps.count, { steps[$0] }, until: .first, in: lane.run) { winner in
        let results = latest.take()
        return winner.flatMap { results[$0] }
      }
    }
  }
}
