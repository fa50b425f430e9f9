public import FlowChains
import FlowState

extension FlowStepDeclaration where Content: Sendable, Result: Sendable {
  /// Creates a declaration of a step whose work is an async function that receives its visit.
  ///
  /// ```swift
  /// let charge = FlowStepDeclaration(Order.self, Payment.self, identifier: "charge") { order, visit in
  ///   try await bank.charge(order?.cents ?? 0, idempotencyKey: visit.key)
  /// }
  /// ```
  ///
  /// - Parameters:
  ///   - content: The type that the step takes from the previous step, or from a source of the declaration.
  ///   - result: The type of the step's result.
  ///   - identifier: The name of the step.
  ///   - work: Receives the step's content and the visit, in a task of its own. Returns the result; nil if there is no
  ///     result. An error that it throws is the failure of the step.
  public init(
    _ content: Content.Type = Content.self, _ result: Result.Type = Result.self, identifier: String,
    _ work: @escaping @Sendable (_ content: Content?, _ visit: DurableVisit) async throws -> Result?
  ) {
    self.init(content, result, identifier: identifier) { _ in
      FlowStep(identifier: identifier, taking: { ($0.content, DurableVisit($0)) }) { given in
        try await work(given.0, given.1)
      }
    }
  }
}

extension FlowStepDeclaration where Content == Any, Result: Sendable {
  /// Creates a declaration of a step without content whose work is an async function that receives its visit.
  ///
  /// ```swift
  /// let thank = FlowStepDeclaration(Any.self, Void.self, identifier: "thank") { _, visit in
  ///   try await mail.send("Thanks!", key: visit.key)
  /// }
  /// ```
  ///
  /// - Parameters:
  ///   - content: `Any.self`.
  ///   - result: The type of the step's result.
  ///   - identifier: The name of the step.
  ///   - work: Receives nil and the visit, in a task of its own. Returns the result; nil if there is no result. An
  ///     error that it throws is the failure of the step.
  public init(
    _ content: Content.Type = Content.self, _ result: Result.Type = Result.self, identifier: String,
    _ work: @escaping @Sendable (_ content: Never?, _ visit: DurableVisit) async throws -> Result?
  ) {
    self.init(content, result, identifier: identifier) { _ in
      FlowStep(identifier: identifier, taking: { DurableVisit($0) }) { visit in try await work(nil, visit) }
    }
  }
}
