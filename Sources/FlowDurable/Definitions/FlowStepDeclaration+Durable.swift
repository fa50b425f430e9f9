public import FlowChains
import FlowState

/// Declarations of steps for durable runs.
extension FlowStepDeclaration {
  /// Returns a declaration whose work starts at most once in each visit.
  ///
  /// If the process dies during the work, the step fails with ``StepInterrupted`` instead of starting again. A route
  /// can catch this failure, and a `retry(attempts:backoff:)` starts no other attempt after it. Use this method for work that must not be repeated and that can't recognize a repetition
  /// by ``DurableVisit/key``.
  ///
  /// - Returns: The declaration. In a run that isn't durable, it behaves like the original.
  public func atMostOnce() -> FlowStepDeclaration {
    changingDurability { $0.isAtMostOnce = true }
  }

  /// Returns a declaration with which runs at a former name of the step continue.
  ///
  /// ```swift
  /// let pay = FlowStepDeclaration(Order.self, Payment.self, identifier: "pay", work).renamed(from: "charge")
  /// ```
  ///
  /// A visit that began under the old name keeps its ``DurableVisit/key``.
  ///
  /// - Parameter name: The name that the step had in an earlier version of the chain.
  /// - Returns: The declaration with one more former name.
  public func renamed(from name: String) -> FlowStepDeclaration {
    changingDurability { $0.formerNames.append(name) }
  }

  /// Returns a declaration with an async function that undoes a visit of the step and knows the key of the visit.
  ///
  /// ```swift
  /// let charge = charge.undoing { payment, visit in
  ///   if let payment { try await bank.refund(payment.id, idempotencyKey: visit.key) }
  /// }
  /// ```
  ///
  /// A run undoes visits when it goes back past them, and on its `UndoOccasions`. It undoes them one by one, latest
  /// first, and records each. If the process dies, another process continues with the next visit. A failed undo is
  /// tried again, three times in all; then the run is parked. In a run that isn't durable, the key is unique only in
  /// the process.
  ///
  /// - Parameter undo: Receives the result of the visit and the visit, whose key ends with `/undo`.
  /// - Returns: The declaration. The function replaces an earlier one.
  public func undoing(
    _ undo: @escaping @Sendable (_ result: Result?, _ visit: DurableVisit) async throws -> Void
  ) -> FlowStepDeclaration where Result: Sendable {
    changingDurability { durability in
      durability.undo = { result, visit in
        let result = try result().flatMap { $0 as? Result }
        try await undo(result, DurableVisit(undoing: visit))
      }
    }
  }
}

extension FlowStepDeclaration where Content: Sendable {
  /// Returns a declaration with an async function that undoes work that was under way, and knows the key of the visit.
  ///
  /// ```swift
  /// let charge = charge.undoingInterrupted { order, visit in
  ///   try await bank.refund(order?.id ?? "", idempotencyKey: visit.key)  // order/4711/charge#1/undo
  /// }
  /// ```
  ///
  /// A durable run calls the function for a visit that did not complete: because the step failed, or because the run was
  /// cancelled or went back, also after the process of the work has died. The run undoes the visit before earlier ones, on
  /// the same occasions, and records it. Whether the work has had an effect, or has begun, is unknown, so the function asks
  /// the system where it happened.
  ///
  /// - Parameter undo: Receives the content of the visit and the visit, whose key ends with `/undo`.
  /// - Returns: The declaration. The function replaces an earlier one.
  public func undoingInterrupted(
    _ undo: @escaping @Sendable (_ content: Content?, _ visit: DurableVisit) async throws -> Void
  ) -> FlowStepDeclaration {
    undoingInterruptedVisit { content, visit in
      try await undo(content, DurableVisit(undoing: visit))
    }
  }
}

extension FlowStepDeclaration where Content == Any, Result: DurableMessage {
  /// Returns a declaration of a step that waits for a message to its durable run.
  ///
  /// The message is the step's result. A message that arrives before the step begins waits for it; of several messages,
  /// the step takes the oldest. A waiting run uses neither a thread nor a worker.
  ///
  /// ```swift
  /// let shipped = FlowStepDeclaration.awaiting(Shipped.self, within: .seconds(3 * 86_400), identifier: "shipped")
  ///   .branching(["shipped": .next, "late": .step("apology")]) { $0 == nil ? "late" : "shipped" }
  /// ```
  ///
  /// Starting the step in a run that isn't durable traps.
  ///
  /// - Parameters:
  ///   - message: The type of the message.
  ///   - limit: The maximum time to wait, on the clock of the store. After it, the step completes without a result. If
  ///     nil, the run waits forever.
  ///   - identifier: The name of the step.
  /// - Returns: The declaration.
  public static func awaiting(
    _ message: Result.Type, within limit: Duration? = nil, identifier: String
  ) -> FlowStepDeclaration {
    FlowStepDeclaration(Any.self, Result.self, identifier: identifier) { _ in
      FlowStep(Any.self, Result.self, identifier: identifier) { _ in
        trap(
          """
          Step '\(identifier)' awaits the message '\(Result.name)', which only a durable run receives. Run its chain with a \
          FlowWorker.
          """)
      }
    }.changingDurability { $0.wait = .message(Result.name, within: limit) }
  }
}

extension FlowStepDeclaration<Any, Void> {
  /// Returns a declaration of a step that waits for a duration.
  ///
  /// In a durable run, the clock of the store measures the time, so it also passes while no process runs. In other
  /// runs, the clock of the run measures it.
  ///
  /// ```swift
  /// let coolOff = FlowStepDeclaration.waiting(.seconds(14 * 86_400), identifier: "cool off")
  /// ```
  ///
  /// - Parameters:
  ///   - duration: The time.
  ///   - identifier: The name of the step.
  /// - Returns: The declaration.
  public static func waiting(_ duration: Duration, identifier: String) -> FlowStepDeclaration {
    FlowStepDeclaration(Any.self, Void.self, identifier: identifier) { _ in
      FlowStep(Any.self, Void.self, identifier: identifier) { step in
        let handler = FlowStepHandler(Any.self, Void.self)
        let cancel = RunAccess(step).schedule(after: duration) { handler.complete(()) }
        step.onCancel { cancel() }
        return handler
      }
    }.changingDurability { $0.wait = .time(duration) }
  }
}

/// The failure of a step that runs at most once, if the process died during its work.
///
/// ```swift
/// let apology = apology.atMostOnce().catching(["unsure": .step("ask")]) { error in
///   error.rootCause is StepInterrupted ? "unsure" : nil
/// }
/// ```
public struct StepInterrupted: Error, Sendable, Hashable, CustomStringConvertible {
  /// The name of the step.
  public let step: String
  /// The key of the visit; see ``DurableVisit/key``.
  public let key: String

  /// Creates a failure, for tests of routes.
  ///
  /// - Parameters:
  ///   - step: The name of the step.
  ///   - key: The key of the visit.
  public init(step: String, key: String) {
    self.step = step
    self.key = key
  }

  /// The failure as a sentence.
  public var description: String {
    "Step '\(step)' runs at most once, and its process ended during \(key). Its work may have happened."
  }
}
