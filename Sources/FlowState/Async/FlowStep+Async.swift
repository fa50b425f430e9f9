extension FlowStep where Content: Sendable {
  /// Makes a step whose work is an async function: what it returns is the step's result, what it throws is its failure.
  ///
  /// The function is work like a request to a server: it executes in a task of its own, where Swift puts it, and only what
  /// comes of it reaches the run's queue. So it leaves the queue free, its child tasks execute side by side, and it does not
  /// share the builder's variables; the compiler refuses those. It gets what it needs as the step's content, and closures of
  /// the run route what it returns.
  ///
  /// ```swift
  /// let load = FlowStep(URL.self, Data.self, identifier: "Load") { url in
  ///   guard let url else { return nil }
  ///   return try await session.data(from: url).0
  /// }
  /// ```
  ///
  /// In a flow of main-actor code, mark the function `@MainActor`. Then it belongs to the run, and may use what the builder
  /// has made: nothing else of the run executes between two of its `await`s, and what it asks of the run, such as the
  /// completion of another step's handler or a cancellation, happens when it suspends.
  ///
  /// ```swift
  /// let save = FlowStep(Any.self, Int.self, identifier: "Save") { @MainActor _ in
  ///   model.isSaving = true
  ///   defer { model.isSaving = false }
  ///   return try await server.save(model.draft)
  /// }
  /// ```
  ///
  /// When the step is cancelled, the function's task is. A run does not end before the tasks of its steps have: a function
  /// that does not heed its cancellation holds up the end of the run, though not what comes after a timeout or a race in it.
  ///
  /// A step whose content is not `Sendable` has no async function; give it an intent that returns a handler.
  ///
  /// - Parameters:
  ///   - content: The type of the step's input; `Any.self` for none.
  ///   - result: The type of what its work yields.
  ///   - identifier: The name of the step in errors and traces.
  ///   - work: Receives the step's content as it is when the step starts; returns the result, nil for none. A
  ///     `CancellationError` that it throws after the step was cancelled is not reported.
  public convenience init(
    _ content: Content.Type = Content.self, _ result: Result.Type = Result.self, identifier: String,
    _ work: @escaping @Sendable (_ content: Content?) async throws -> Result?
  ) where Result: Sendable {
    self.init(identifier: identifier, given: { $0.content }) { content in try await work(content) }
  }

  /// Makes a step whose work is an async function, and whose result is not `Sendable`: the function gives it away.
  ///
  /// - Parameters:
  ///   - content: The type of the step's input; `Any.self` for none.
  ///   - result: The type of what its work yields.
  ///   - identifier: The name of the step in errors and traces.
  ///   - work: Receives the step's content as it is when the step starts; returns the result, nil for none. It must not keep
  ///     the result.
  public convenience init(
    _ content: Content.Type = Content.self, _ result: Result.Type = Result.self, identifier: String,
    _ work: @escaping @Sendable (_ content: Content?) async throws -> sending Result?
  ) {
    self.init(identifier: identifier, given: { $0.content }, work: work)
  }

  /// Makes a step whose work is an async function, and whose result may be anything that is `Sendable`, or nothing.
  ///
  /// - Parameters:
  ///   - content: The type of the step's input; `Any.self` for none.
  ///   - result: `Any.self`.
  ///   - identifier: The name of the step in errors and traces.
  ///   - work: Receives the step's content as it is when the step starts; returns the result, nil for none.
  public convenience init(
    _ content: Content.Type = Content.self, _ result: Result.Type = Result.self, identifier: String,
    _ work: @escaping @Sendable (_ content: Content?) async throws -> (any Sendable)?
  ) where Result == Any {
    self.init(identifier: identifier, given: { $0.content }) { content in try await work(content) }
  }
}
