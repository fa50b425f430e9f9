public import FlowState

extension FlowStepDeclaration where Content: Sendable {
  /// Creates a declaration of a step whose work is an async function.
  ///
  /// ```swift
  /// let charge = FlowStepDeclaration(Order.self, Payment.self, identifier: "charge") { order in
  ///   try await bank.charge(order?.cents ?? 0)
  /// }
  /// ```
  ///
  /// - Parameters:
  ///   - content: The type that the step takes from the previous step, or from a source of the declaration.
  ///   - result: The type of the step's result.
  ///   - identifier: The name of the step.
  ///   - work: Receives the step's content at the start of the step, in a task of its own. Returns the result; nil if there is
  ///     no result. An error that it throws is the failure of the step.
  public init(
    _ content: Content.Type = Content.self, _ result: Result.Type = Result.self, identifier: String,
    _ work: @escaping @Sendable (_ content: Content?) async throws -> Result?
  ) where Result: Sendable {
    self.init(content, result, identifier: identifier) { _ in
      FlowStep(content, result, identifier: identifier, work)
    }
  }
}

extension FlowStepDeclaration where Content == Any {
  /// Creates a declaration of a step without content whose work is an async function.
  ///
  /// ```swift
  /// let load = FlowStepDeclaration(Any.self, Menu.self, identifier: "load") { _ in try await server.menu() }
  /// ```
  ///
  /// - Parameters:
  ///   - content: `Any.self`.
  ///   - result: The type of the step's result.
  ///   - identifier: The name of the step.
  ///   - work: Receives nil, in a task of its own. Returns the result; nil if there is no result. An error that it throws is
  ///     the failure of the step.
  public init(
    _ content: Content.Type = Content.self, _ result: Result.Type = Result.self, identifier: String,
    _ work: @escaping @Sendable (_ content: Never?) async throws -> Result?
  ) where Result: Sendable {
    self.init(content, result, identifier: identifier) { _ in
      FlowStep(content, result, identifier: identifier, work)
    }
  }
}

extension FlowStepDeclaration {
  /// Creates a declaration of a step that runs a flow with the step's content. The run's result becomes the step's result.
  ///
  /// If the nested run is cancelled, the run takes the route for ``FlowRoute/Cause/cancellation``. Without such a route, a
  /// reversible run goes back, and another run is cancelled.
  ///
  /// - Parameters:
  ///   - flow: The flow to run at each start of the step.
  ///   - identifier: The name of the step; the flow's name by default.
  public init(_ flow: Flow<Content, Result>, identifier: String? = nil) {
    self.init(identifier: identifier ?? flow.identifier) { _ in FlowStep(flow) }
  }
}

extension FlowStepDeclaration where Content: Sendable, Result: Sendable {
  /// Creates a declaration of a step that runs a flow, on the flow's queue if it has one.
  ///
  /// If the nested run is cancelled, the run takes the route for ``FlowRoute/Cause/cancellation``. Without such a route, a
  /// reversible run goes back, and another run is cancelled.
  ///
  /// - Parameters:
  ///   - flow: The flow to run at each start of the step.
  ///   - identifier: The name of the step; the flow's name by default.
  public init(_ flow: Flow<Content, Result>, identifier: String? = nil) {
    self.init(identifier: identifier ?? flow.identifier) { _ in FlowStep(flow) }
  }
}

extension FlowStepDeclaration where Content == Any, Result: Sendable {
  /// Creates a declaration of a step that runs a flow that takes no content, on the flow's queue if it has one.
  ///
  /// If the nested run is cancelled, the run takes the route for ``FlowRoute/Cause/cancellation``. Without such a route, a
  /// reversible run goes back, and another run is cancelled.
  ///
  /// - Parameters:
  ///   - flow: The flow to run at each start of the step.
  ///   - identifier: The name of the step; the flow's name by default.
  public init(_ flow: Flow<Content, Result>, identifier: String? = nil) {
    self.init(identifier: identifier ?? flow.identifier) { _ in FlowStep(flow) }
  }
}
