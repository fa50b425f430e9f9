public import FlowChains

/// Steps that people answer.
extension FlowStepDeclaration where Content == Any, Result: Codable & Sendable {
  /// Returns a declaration whose step checks a message before it takes it, in a durable run.
  ///
  /// ```swift
  /// let address = FlowStepDeclaration.awaiting(Delivery.self, identifier: "address").checking { delivery, values in
  ///   let order = try values[TheOrder.self]
  ///   if order?.isHeavy == true, delivery.speed == .express {
  ///     throw AnswerRefused(["speed": "An order of this weight can't be sent by express."])
  ///   }
  /// }
  /// ```
  ///
  /// If the function throws ``AnswerRefused``, the run continues to wait at the same visit, for the rest of its time, and
  /// ``OpenVisit/refused`` has the answer and the problems. Another error fails the step. If the process dies, the check
  /// is made again, so it should change nothing.
  ///
  /// - Parameter check: Receives the message and the values that the run keeps. It is called on any thread, and cancelled if the
  ///   run is cancelled or goes back.
  /// - Returns: The declaration. The function is called after an earlier one, and after the checks of the step's form, if they
  ///   accept the message.
  public func checking(
    _ check: @escaping @Sendable (_ message: Result, _ values: RunValues) async throws -> Void
  ) -> FlowStepDeclaration {
    changingDurability { durability in
      let earlier = durability.check
      durability.check = { message, values in
        try await earlier?(message, values)
        guard let message = message as? Result, let values = values as? RunValues else { return }
        try await check(message, values)
      }
    }
  }

  /// Returns a declaration whose step waits for a message at each visit, also if an earlier answer was kept.
  ///
  /// Use it for a page that a person must see after a change of an earlier answer, such as a summary.
  ///
  /// - Returns: The declaration.
  public func alwaysAsking() -> FlowStepDeclaration {
    changingDurability { $0.alwaysAsks = true }
  }
}
