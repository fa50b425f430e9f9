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
    self.init(identifier: identifier) { _ in
      guard let run = Ambient.conductor?.current else { return nil }
      let results = steps.map { Latest(of: $0) }
      let handler = FlowStepHandler<Any, Result>.ofEngine()
      let group = LaneGroup(.first)
      handler.interruption = { group.close() }
      group.begin(steps, in: run) { ending in
        switch ending {
        case .completed(let winner): handler.complete(Transfer(winner.flatMap { results[$0].take() }).value)
        case .failed(let errors): handler.fail(RaceError(causes: errors))
        }
      }
      return handler
    }
  }
}
