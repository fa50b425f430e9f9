extension FlowStep {
  /// Makes a step whose work is an async function: what it returns is the step's result, what it throws is its failure.
  ///
  /// The function belongs to the run like every other closure of a step: it executes on the run's queue, and between two of
  /// its `await`s nothing else of the run does. So it may use what the builder has made, a main-actor flow's may use
  /// main-actor code, and what it awaits executes where that belongs.
  ///
  /// When the step is cancelled, the function's task is. A run does not end before the tasks of its steps have: a function
  /// that does not heed its cancellation holds up the end of the run, though not what comes after a timeout or a race in it.
  ///
  /// ```swift
  /// let load = FlowStep(URL.self, Data.self, identifier: "Load") { url in
  ///   guard let url else { return nil }
  ///   return try await session.data(from: url).0
  /// }
  /// ```
  ///
  /// - Parameters:
  ///   - content: The type of the step's input; `Any.self` for none.
  ///   - result: The type of what its work yields.
  ///   - identifier: The name of the step in errors and traces.
  ///   - work: Receives the step's content as it is when the step starts; returns the result, nil for none. A
  ///     `CancellationError` that it throws after the step was cancelled is not reported.
  public convenience init(
    _ content: Content.Type = Content.self, _ result: Result.Type = Result.self, identifier: String,
    _ work: @escaping (_ content: Content?) async throws -> Result?
  ) {
    self.init(identifier: identifier) { step in
      guard let lane = Ambient.conductor?.lane else { return nil }
      let asyncWork = AsyncWork(work, step.content, in: lane)
      return asyncWork.begin()
    }
  }
}
