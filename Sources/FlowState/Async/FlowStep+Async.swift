extension FlowStep where Content: Sendable {
  /// Creates a step whose work is an async function. The function returns the step's result, or throws its failure.
  ///
  /// The function executes in a task of its own, on the executor that Swift chooses. Only its result goes to the run's queue.
  /// So the function doesn't block the queue, and its child tasks execute concurrently. It can't use the builder's variables;
  /// the compiler rejects that. Pass values to the function as the step's content, and use its result in the run's closures.
  ///
  /// ```swift
  /// let load = FlowStep(URL.self, Data.self, identifier: "Load") { url in
  ///   guard let url else { return nil }
  ///   return try await session.data(from: url).0
  /// }
  /// ```
  ///
  /// In a flow of main-actor code, mark the function `@MainActor`. The function then belongs to the run and can use what the
  /// builder has made. No other code of the run executes between two `await` expressions. If the function completes another
  /// step's handler or cancels the run, that takes effect when the function suspends.
  ///
  /// ```swift
  /// let save = FlowStep(Any.self, Int.self, identifier: "Save") { @MainActor _ in
  ///   model.isSaving = true
  ///   defer { model.isSaving = false }
  ///   return try await server.save(model.draft)
  /// }
  /// ```
  ///
  /// Cancelling the step cancels the function's task. A run doesn't end before the tasks of its steps have ended. A function
  /// that ignores cancellation delays the end of the run. It doesn't delay the steps after a timeout or a race.
  ///
  /// A step whose content isn't `Sendable` can't have an async function. Use an intent that returns a handler instead.
  ///
  /// - Parameters:
  ///   - content: The type of the step's input; `Any.self` if there is no input.
  ///   - result: The type of the step's result.
  ///   - identifier: The name of the step in errors and traces.
  ///   - work: Receives the step's content at the start of the step. Returns the result; nil if there is no result. If the
  ///     step was cancelled, a `CancellationError` isn't reported.
  public convenience init(
    _ content: Content.Type = Content.self, _ result: Result.Type = Result.self, identifier: String,
    _ work: @escaping @Sendable (_ content: Content?) async throws -> Result?
  ) where Result: Sendable {
    self.init(identifier: identifier, given: { $0.content }) { content in try await work(content) }
  }

  /// Creates a step whose work is an async function, and whose result isn't `Sendable`. The function sends the result to the
  /// run.
  ///
  /// - Parameters:
  ///   - content: The type of the step's input; `Any.self` if there is no input.
  ///   - result: The type of the step's result.
  ///   - identifier: The name of the step in errors and traces.
  ///   - work: Receives the step's content at the start of the step. Returns the result; nil if there is no result. It must
  ///     not keep the result.
  public convenience init(
    _ content: Content.Type = Content.self, _ result: Result.Type = Result.self, identifier: String,
    _ work: @escaping @Sendable (_ content: Content?) async throws -> sending Result?
  ) {
    self.init(identifier: identifier, given: { $0.content }, work: work)
  }

  /// Creates a step whose work is an async function, and whose result is any `Sendable` value or nil.
  ///
  /// - Parameters:
  ///   - content: The type of the step's input; `Any.self` if there is no input.
  ///   - result: `Any.self`.
  ///   - identifier: The name of the step in errors and traces.
  ///   - work: Receives the step's content at the start of the step. Returns the result; nil if there is no result.
  public convenience init(
    _ content: Content.Type = Content.self, _ result: Result.Type = Result.self, identifier: String,
    _ work: @escaping @Sendable (_ content: Content?) async throws -> (any Sendable)?
  ) where Result == Any {
    self.init(identifier: identifier, given: { $0.content }) { content in try await work(content) }
  }
}
