extension FlowStep where Content == Any {
  /// Makes a step that starts several steps of one type at once and completes with the result of the first whose chain has
  /// ended; the others are cancelled.
  ///
  /// As ``RaceFlowStep``; the result is that of the winning step itself, the latest one if its chain comes back to it.
  ///
  /// ```swift
  /// let quote = FlowStep(identifier: "Quote", racing: [bank, exchange])
  /// quote.setCompletion { _, rate in show(rate) }
  /// ```
  ///
  /// - Parameters:
  ///   - identifier: The name of the step in errors and traces.
  ///   - steps: The steps to start. Without any the step fails, because a race needs a winner.
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
