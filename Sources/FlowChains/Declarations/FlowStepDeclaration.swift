public import FlowState

/// A declaration of a step as data, with types that the compiler knows.
///
/// A declaration describes how to make a step, not its position. You can put the same declarations into any order that their
/// types allow.
///
/// ```swift
/// let email = FlowStepDeclaration(Any.self, String.self, identifier: "email") { _ in
///   FlowStep(Any.self, String.self, identifier: "email") { _ in prompter.ask("Email: ", read: readEmail) }
/// }.keeping(Email.self)
/// ```
///
/// If the work is an async function, declare the function itself:
///
/// ```swift
/// let charge = FlowStepDeclaration(Order.self, Payment.self, identifier: "charge") { order in
///   try await bank.charge(order?.cents ?? 0)
/// }.taking(TheOrder.self).keeping(ThePayment.self)
/// ```
///
/// If a step takes nothing from the previous step, its content type is `Any`.
public struct FlowStepDeclaration<Content, Result>: Sendable {
  /// The declaration without its Swift types, for a list of steps.
  public let step: DeclaredStep

  /// Creates a declaration.
  ///
  /// - Parameters:
  ///   - content: The type that the step takes from the previous step; `Any.self` if it takes nothing.
  ///   - result: The type of the step's result.
  ///   - identifier: The name of the step. It replaces the name of the step that `make` returns.
  ///   - make: Makes the step. Called once in each run, on the run's queue, like the builder of a `Flow`. The routes of the
  ///     declaration choose the next step, so the closures of the step don't set one; that traps.
  public init(
    _ content: Content.Type = Content.self, _ result: Result.Type = Result.self, identifier: String,
    _ make: @escaping @Sendable (_ context: FlowContext) -> FlowStep<Content, Result>
  ) {
    step = DeclaredStep(
      DeclaredStep.Parts(
        identifier: identifier,
        source: Content.self == Any.self ? .anything : .previous(FlowValueType(of: Content.self)),
        result: FlowValueType(of: Result.self)
      ) { context in
        let step = make(context)
        step.rename(to: identifier)
        return MadeStep.of(step)
      })
  }

  /// Creates a declaration from another one's parts. The types must fit.
  init(_ parts: DeclaredStep.Parts) {
    step = DeclaredStep(parts)
  }

  /// Returns a copy whose parts are changed.
  func changing(_ change: (inout DeclaredStep.Parts) -> Void) -> FlowStepDeclaration {
    var parts = step.parts
    change(&parts)
    return FlowStepDeclaration(parts)
  }

  /// Returns a declaration whose step fails if it doesn't end within a time limit; see `FlowStep.timeout(_:)`.
  ///
  /// - Parameter limit: The time that the step may take, on the run's clock; more than zero.
  /// - Returns: The declaration with the limit. A route for ``FlowRoute/Cause/timeout`` can catch the failure.
  public func timeout(_ limit: Duration) -> FlowStepDeclaration {
    changing { parts in
      parts.closeRetry()
      parts.make = { [make = parts.make] context in make(context).timeout(limit) }
    }
  }

  /// Returns a declaration whose step starts again when it fails; see `FlowStep.retry(attempts:backoff:where:)`.
  ///
  /// In a durable run, the attempts and the time of the next one are stored, so they outlast the process, and the delays
  /// pass on the store's clock. Each attempt has the key of the visit. This applies to the last operator of the declaration:
  /// a retry within a ``timeout(_:)`` is in memory.
  ///
  /// - Parameters:
  ///   - attempts: The maximum number of starts; at least 1.
  ///   - backoff: The delays between attempts, on the run's clock.
  ///   - isWorthRetrying: Receives the error of an attempt. Returns whether to try again. Called on the run's queue.
  /// - Returns: The declaration with the attempts. The routes for failures are for the failure of the last attempt.
  public func retry(
    attempts: Int, backoff: Backoff = .none,
    where isWorthRetrying: @escaping @Sendable (_ error: FlowError) -> Bool = { _ in true }
  ) -> FlowStepDeclaration {
    requireUse(
      attempts > 0,
      "Step '\(step.identifier)' has a retry with \(attempts) attempts; retry needs at least one attempt.")
    return changing { parts in
      parts.closeRetry()
      parts.retry = DeclaredStep.Parts.Retry(attempts: attempts, backoff: backoff, isWorthRetrying: isWorthRetrying)
    }
  }
}
