public import FlowState

/// Going back to a declared step, and undoing it.
extension FlowStepDeclaration {
  /// Returns a declaration of a stop: a step that shows something to a person, so that going back leads to it.
  ///
  /// ```swift
  /// let address = FlowStepDeclaration(Any.self, Address.self, identifier: "address") { _ in await readAddress() }.stop()
  /// ```
  ///
  /// Steps that a `Prompter`, a screen presenter, a form, or `FlowPages` serves are stops by themselves, except for the sheets of
  /// `FlowPages`. A step whose intent shows a screen of your own becomes one with this method; see `FlowScope.goBack()`. A durable run
  /// knows only the stops that are declared: forms, and steps with this method.
  ///
  /// - Returns: The declaration.
  public func stop() -> FlowStepDeclaration {
    changing { $0.isStop = true }
  }

  /// Returns a declaration whose step a run can't go back past once it has completed, because its effect can't be taken back.
  ///
  /// Going back past it is refused with `FlowHistoryError.finalStep(_:run:)`.
  ///
  /// - Returns: The declaration.
  public func final() -> FlowStepDeclaration {
    changing { $0.isFinal = true }
  }
}

extension FlowStepDeclaration where Result: Sendable {
  /// Returns a declaration with an async function that undoes a visit of the step, in memory as in durable runs.
  ///
  /// ```swift
  /// let room = reserve.undoing { room in
  ///   if let room { try await hotel.release(room) }
  /// }
  /// ```
  ///
  /// A run undoes visits when it goes back past them, and when it is cancelled or fails; see `UndoOccasions`. It undoes them one by
  /// one, latest first, and waits for each: the step that it goes back to, or the outcome of the run, comes after it. A function that
  /// throws is called again. If the last attempt throws too, a run in memory undoes the other visits and fails with a
  /// `FlowError` whose cause is a `FlowUndoError`; a durable run, which makes three attempts, is parked.
  ///
  /// - Parameters:
  ///   - attempts: The maximum number of calls for one visit in memory; at least 1.
  ///   - backoff: The delays between the attempts in memory, on the run's clock.
  ///   - undo: Receives the result of the visit, in a task of its own, which isn't cancelled.
  /// - Returns: The declaration. The function replaces an earlier one.
  public func undoing(
    attempts: Int = 3, backoff: Backoff = .none,
    _ undo: @escaping @Sendable (_ result: Result?) async throws -> Void
  ) -> FlowStepDeclaration {
    changingDurability { durability in
      (durability.undoAttempts, durability.undoBackoff) = (attempts, backoff)
      durability.undo = { result, _ in try await undo(try result().flatMap { $0 as? Result }) }
    }
  }
}

extension FlowStepDeclaration {
  /// Returns a declaration with an async function that undoes work that was under way: a visit that began and did not complete,
  /// because it was cancelled, timed out or failed.
  ///
  /// Whether such work has had an effect is unknown, so the function asks the system where it happened. A key that the content contains
  /// identifies the request; see ``given(_:)``. The run calls the function after the work has ended.
  ///
  /// Write it before ``given(_:)`` and ``taking(_:)``, which hide the type of the content. It has a name of its own, because a
  /// trailing closure would fit ``undoing(attempts:backoff:_:)`` too, and undo the wrong visits.
  ///
  /// A durable run records the undo. It also undoes work whose process has died, and work that may not have begun.
  ///
  /// - Parameter undo: Receives the content of the visit, in a task of its own, which isn't cancelled.
  /// - Returns: The declaration. The function replaces an earlier one.
  public func undoingInterrupted(
    _ undo: @escaping @Sendable (_ content: Content?) async throws -> Void
  ) -> FlowStepDeclaration where Content: Sendable {
    undoingInterruptedVisit { content, _ in try await undo(content) }
  }
}
