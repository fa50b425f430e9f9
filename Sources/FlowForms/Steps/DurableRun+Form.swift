public import FlowChains
public import FlowDurable
public import FlowState

extension DurableRun {
  /// Sends the answer to a form of the run.
  ///
  /// ```swift
  /// let answer = try delivery.answer(["name": "Ada", "email": "ada@example.org"])
  /// _ = try await run.send(answer, to: "address")
  /// ```
  ///
  /// - Parameters:
  ///   - answer: The answer.
  ///   - step: The name of the step that shows the form, or a former one.
  ///   - key: The key under which the answer is delivered only once; nil if each send delivers it.
  /// - Returns: The outcome of sending it.
  /// - Throws: A `DurableRunError` if no step of the flow takes the answer, or an error of the store.
  @discardableResult
  public func send<Value>(
    _ answer: FormAnswer<Value>, to step: String, key: String? = nil
  ) async throws -> MessageDelivery {
    try await send(answer, named: try await messageName(of: step), key: key)
  }

  /// Returns the name under which the run awaits the answer to a step that could have been renamed.
  private func messageName(of step: String) async throws -> String {
    let steps = definition.chains.lazy.flatMap(\.steps)
    guard
      let declared = steps.first(where: { $0.identifier == step })
        ?? steps.first(where: { $0.durability.formerNames.contains(step) }),
      !declared.durability.formerNames.isEmpty
    else { return AnyForm.messageName(of: step) }
    let names = ([declared.identifier] + declared.durability.formerNames).map(AnyForm.messageName)
    guard case .waiting(_, let awaited) = try await summary().state else { return names[0] }
    return names.first(where: awaited.contains) ?? names[0]
  }
}

extension AnyForm {
  /// Returns the name of the message that answers the form of a step in a durable run: `form:` and the name of the step.
  ///
  /// - Parameter step: The name of the step.
  /// - Returns: The name.
  public static func messageName(of step: String) -> String { "form:" + step }
}

extension DeclaredStep {
  /// The form that the step shows; nil if it shows none.
  public var form: AnyForm? { form(for: []) }

  /// Returns the form that the step shows in a run with these assignments; nil if it shows none.
  func form(for assignments: [VariantAssignment]) -> AnyForm? {
    (durability.page as? AnyForm) ?? (durability.page as? AssignedForm)?.form(assignments)
  }
}

extension DurableDefinition {
  /// Returns the form of a step, for a program that shows the page at which a run waits.
  ///
  /// - Parameters:
  ///   - step: The name of the step.
  ///   - assignments: The assignments with which the run was started. A flow with variants has other steps by them, and the form of a
  ///     flow document other texts.
  /// - Returns: The form; nil if the step shows none.
  public func form(at step: String, for assignments: [VariantAssignment] = []) -> AnyForm? {
    let chains = chain(for: assignments).map { [$0] } ?? chains
    return chains.lazy.compactMap { $0[step]?.form(for: assignments) }.first
  }
}
