extension FlowStep where Content == Any {
  /// Creates a step without content whose work is an async function. The function returns the step's result, or throws its
  /// failure.
  ///
  /// The function executes in the same way as that of a step with content, and can use the same variables.
  ///
  /// ```swift
  /// let load = FlowStep(Any.self, Menu.self, identifier: "Load") { _ in
  ///   try await server.menu()
  /// }
  /// ```
  ///
  /// - Parameters:
  ///   - content: `Any.self`.
  ///   - result: The type of the step's result.
  ///   - identifier: The name of the step in errors and traces.
  ///   - work: Receives nil. Returns the result; nil if there is no result.
  public convenience init(
    _ content: Content.Type = Content.self, _ result: Result.Type = Result.self, identifier: String,
    _ work: @escaping @Sendable (_ content: Never?) async throws -> Result?
  ) where Result: Sendable {
    self.init(identifier: identifier, given: { _ in nil }) { content in try await work(content) }
  }

  /// Creates a step without content whose work is an async function, and whose result isn't `Sendable`. The function sends the
  /// result to the run.
  ///
  /// - Parameters:
  ///   - content: `Any.self`.
  ///   - result: The type of the step's result.
  ///   - identifier: The name of the step in errors and traces.
  ///   - work: Receives nil. Returns the result; nil if there is no result. It must not keep the result.
  public convenience init(
    _ content: Content.Type = Content.self, _ result: Result.Type = Result.self, identifier: String,
    _ work: @escaping @Sendable (_ content: Never?) async throws -> sending Result?
  ) {
    self.init(identifier: identifier, given: { _ in nil }, work: work)
  }

  /// Creates a step without content whose work is an async function, and whose result is any `Sendable` value or nil.
  ///
  /// - Parameters:
  ///   - content: `Any.self`.
  ///   - result: `Any.self`.
  ///   - identifier: The name of the step in errors and traces.
  ///   - work: Receives nil. Returns the result; nil if there is no result.
  public convenience init(
    _ content: Content.Type = Content.self, _ result: Result.Type = Result.self, identifier: String,
    _ work: @escaping @Sendable (_ content: Never?) async throws -> (any Sendable)?
  ) where Result == Any {
    self.init(identifier: identifier, given: { _ in nil }) { content in try await work(content) }
  }
}
