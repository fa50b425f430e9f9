/// What a declared step does in a durable run, beside what it does in every run.
package struct DeclaredDurability: Sendable {
  /// What a step waits for, without work of its own.
  package enum Wait: Sendable {
    /// This time.
    case time(Duration)
    /// A message with this name, for at most this time.
    case message(String, within: Duration?)
  }

  /// What the step waits for; nil if it works.
  package var wait: Wait?
  /// Whether the work of a visit starts at most once.
  package var isAtMostOnce = false
  /// The names that the step had in earlier versions of the chain.
  package var formerNames: [String] = []
  /// Undoes a visit. Receives a closure that makes the result of the visit.
  package var undo: (@Sendable (_ result: () throws -> Any?, _ visit: ChainVisit) async throws -> Void)?

  package init() {}
}

extension DeclaredStep {
  /// What the step does in a durable run.
  package var durability: DeclaredDurability { parts.durability }
}

extension FlowStepDeclaration {
  /// Returns a declaration that does something else in a durable run.
  package func changingDurability(_ change: (inout DeclaredDurability) -> Void) -> FlowStepDeclaration {
    changing { change(&$0.durability) }
  }
}

extension FlowValueType {
  /// Whether a value of the type carries nothing.
  package var isVoid: Bool { type == Void.self }
}
