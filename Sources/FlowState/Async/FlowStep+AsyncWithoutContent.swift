extension FlowStep where Content == Any {
  /// Makes a step without content whose work is an async function: what it returns is the step's result, what it throws is its
  /// failure.
  ///
  /// Where the function executes, and what it may use, is the same as for a step with content.
  ///
  /// ```swift
  /// let load = FlowStep(Any.self, Menu.self, identifier: "Load") { _ in
  ///   try await server.menu()
  /// }
  /// ```
  ///
  /// - Parameters:
  ///   - content: `Any.self`.
  ///   - result: The type of what its work yields.
  ///   - identifier: The name of the step in errors and traces.
  ///   - work: Receives nil; returns the result, nil for none.
  public convenience init(
    _ content: Content.Type = Content.self, _ result: Result.Type = Result.self, identifier: String,
    _ work: @escaping @Sendable (_ content: Never?) async throws -> Result?
  ) where Result: Sendable {
    self.init(identifier: identifier, given: { _ in nil }) { content in try await work(content) }
  }

  /// Makes a step without content whose work is an async function, and whose result is not `Sendable`: the function gives it
  /// away.
  ///
  /// - Parameters:
  ///   - content: `Any.self`.
  ///   - result: The type of what its work yields.
  ///   - identifier: The name of the step in errors and traces.
  ///   - work: Receives nil; returns the result, nil for none. It must not keep the result.
  public convenience init(
    _ content: Content.Type = Content.self, _ result: Result.Type = Result.self, identifier: String,
    _ work: @escaping @Sendable (_ content: Never?) async throws -> sending Result?
  ) {
    self.init(identifier: identifier, given: { _ in nil }, work: work)
  }

  /// Makes a step without content whose work is an async function, and whose result may be anything that is `Sendable`, or
  /// nothing.
  ///
  /// - Parameters:
  ///   - content: `Any.self`.
  ///   - result: `Any.self`.
  ///   - identifier: The name of the step in errors and traces.
  ///   - work: Receives nil; returns the result, nil for none.
  public convenience init(
    _ content: Content.Type = Content.self, _ result: Result.Type = Result.self, identifier: String,
    _ work: @escaping @Sendable (_ content: Never?) async throws -> (any Sendable)?
  ) where Result == Any {
    self.init(identifier: identifier, given: { _ in nil }) { content in try await work(content) }
  }
}
