package import FlowState

/// The behaviour of a declared step in durable runs, and how its visits are undone.
package struct DeclaredDurability: Sendable {
  /// A wait that a step consists of, without work of its own.
  package enum Wait: Sendable {
    /// The step waits for this time.
    case time(Duration)
    /// The step waits for a message with this name, at most for this time.
    case message(String, within: Duration?)
  }

  /// The wait of the step; nil if the step works.
  package var wait: Wait?
  /// Whether the work of a visit starts at most once.
  package var isAtMostOnce = false
  /// A value that another module shows while the step waits, such as a form. The engine and durable runs don't interpret it.
  package var page: (any Sendable)?
  /// Whether the step's result is private, so that a durable run must seal it.
  package var isPrivate = false
  /// The names that the step had in earlier versions of the chain.
  package var formerNames: [String] = []
  /// Whether a visit that waits for a message waits also if an earlier answer could be taken again.
  package var alwaysAsks = false
  /// Checks a message before a visit takes it, by throwing an error. Receives the message's value, and an object of the module that
  /// runs the step, with the values of the run.
  package var check: (@Sendable (_ message: Any, _ values: any Sendable) async throws -> Void)?
  /// Undoes a visit. Receives a closure that makes the result of the visit.
  package var undo: (@Sendable (_ result: () throws -> Any?, _ visit: DeclaredVisit) async throws -> Void)?
  /// Undoes a visit that did not complete. Receives the content of the visit, which is safe to send.
  var undoInterrupted: (@Sendable (_ content: UnsafeTransfer<Any?>, _ visit: DeclaredVisit) async throws -> Void)?
  /// The maximum number of attempts to undo a visit in memory.
  var undoAttempts = 3
  /// The delays between the attempts in memory.
  var undoBackoff = Backoff.none

  package init() {}
}

extension DeclaredStep {
  /// The behaviour of the step in a durable run.
  package var durability: DeclaredDurability { parts.durability }

  /// Whether visits that did not complete are undone.
  package var undoesInterrupted: Bool { parts.durability.undoInterrupted != nil }

  /// The number of times that the step starts again after a failure, in a durable run with records in between.
  package var retries: Int { (parts.retry?.attempts ?? 1) - 1 }
}

extension FlowStepDeclaration {
  /// Returns a declaration with a changed behaviour in durable runs.
  package func changingDurability(_ change: (inout DeclaredDurability) -> Void) -> FlowStepDeclaration {
    changing { change(&$0.durability) }
  }
}

extension FlowStepDeclaration where Content: Sendable {
  /// Returns a declaration with an async function that undoes work that was under way, and knows the visit.
  package func undoingInterruptedVisit(
    _ undo: @escaping @Sendable (_ content: Content?, _ visit: DeclaredVisit) async throws -> Void
  ) -> FlowStepDeclaration {
    changingDurability { durability in
      durability.undoInterrupted = { content, visit in try await undo(content.value.flatMap { $0 as? Content }, visit) }
    }
  }
}

extension FlowValueType {
  /// Whether a value of the type carries nothing.
  package var isVoid: Bool { type == Void.self }
}
