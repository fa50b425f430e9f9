public import FlowState

/// The routes of a declared step.
extension FlowStepDeclaration {
  /// Returns a declaration whose step has several routes.
  ///
  /// ```swift
  /// let menu = ask.branching(["edit": .step("edit"), "quit": .end]) { answer in answer == .edit ? "edit" : "quit" }
  /// ```
  ///
  /// With labels that are cases of an enumeration, the compiler finds a label that is misspelt. ``FlowChain/validate()`` can't know
  /// which string the closure returns; `PathCheck` in FlowStateTesting finds a label that isn't declared.
  ///
  /// - Parameters:
  ///   - routes: The labels and targets of the routes.
  ///   - choose: Receives the result and returns one of the labels. Called on the run's queue before the step's completion
  ///     closure. A label that isn't declared traps.
  /// - Returns: The declaration with the routes.
  public func branching(
    _ routes: KeyValuePairs<String, FlowRoute.Target>, by choose: @escaping @Sendable (_ result: Result?) -> String
  ) -> FlowStepDeclaration {
    branching(routes.map { ($0.key, $0.value) }, choose)
  }

  /// Returns a declaration whose step has a route for each case of an enumeration.
  ///
  /// ```swift
  /// enum Choice: CaseIterable { case edit, quit }
  /// let menu = ask.branching([Choice.edit: .step("edit"), .quit: .end]) { answer in answer == .edit ? .edit : .quit }
  /// ```
  ///
  /// - Parameters:
  ///   - routes: The cases and their targets. ``FlowChain/validate()`` reports a case without a target.
  ///   - choose: Receives the result and returns one of the cases. Called on the run's queue before the step's completion
  ///     closure.
  /// - Returns: The declaration with the routes. Their labels are the cases as text.
  public func branching<Label: CaseIterable & Sendable>(
    _ routes: KeyValuePairs<Label, FlowRoute.Target>, by choose: @escaping @Sendable (_ result: Result?) -> Label
  ) -> FlowStepDeclaration {
    branching(
      routes.map { ("\($0.key)", $0.value) }, unrouted: Self.unrouted(routes, after: .result)
    ) { "\(choose($0))" }
  }

  /// Returns a declaration whose step has a route for each case of an enumeration. The compiler checks that each case has a
  /// target.
  ///
  /// ```swift
  /// enum Choice: CaseIterable { case edit, quit }
  /// let menu = ask.branching { answer in
  ///   answer == .edit ? Choice.edit : .quit
  /// } to: { choice in
  ///   switch choice {
  ///   case .edit: .step("edit")
  ///   case .quit: .end
  ///   }
  /// }
  /// ```
  ///
  /// - Parameters:
  ///   - choose: Receives the result and returns one of the cases. Called on the run's queue before the step's completion
  ///     closure.
  ///   - target: Returns the target of a case. Called once for each case, when you declare the step.
  /// - Returns: The declaration with the routes. Their labels are the cases as text.
  public func branching<Label: CaseIterable & Sendable>(
    by choose: @escaping @Sendable (_ result: Result?) -> Label, to target: (_ label: Label) -> FlowRoute.Target
  ) -> FlowStepDeclaration {
    branching(Label.allCases.map { ("\($0)", target($0)) }) { "\(choose($0))" }
  }

  private func branching(
    _ routes: [(String, FlowRoute.Target)], unrouted: [DeclaredStep.Parts.Unrouted] = [],
    _ choose: @escaping @Sendable (_ result: Result?) -> String
  ) -> FlowStepDeclaration {
    changing { parts in
      let catching = parts.routes.filter { $0.cause != .result }
      parts.routes = routes.map { FlowRoute($0.0, to: $0.1) } + catching
      parts.unrouted = unrouted + parts.unrouted.filter { $0.cause != .result }
      parts.choose = { _, result in choose(result.flatMap { $0 as? Result }) }
    }
  }

  /// Returns a declaration whose step has several routes, and chooses one by its result and by the values of the run.
  ///
  /// - Parameters:
  ///   - routes: The labels and targets of the routes.
  ///   - choose: Receives the values of the run, or nil where a test asks without a run, and the result. Returns one of the labels.
  ///     Called on the run's queue, after the step's result is kept.
  /// - Returns: The declaration with the routes.
  package func branching(
    _ routes: [(label: String, target: FlowRoute.Target)],
    inContext choose: @escaping @Sendable (_ context: FlowContext?, _ result: Result?) -> String
  ) -> FlowStepDeclaration {
    changing { parts in
      let catching = parts.routes.filter { $0.cause != .result }
      parts.routes = routes.map { FlowRoute($0.label, to: $0.target) } + catching
      parts.choose = { context, result in choose(context, result.flatMap { $0 as? Result }) }
    }
  }

  /// Returns a declaration whose step has one route after its result.
  package func leading(to target: FlowRoute.Target) -> FlowStepDeclaration {
    changing { parts in
      parts.routes = [FlowRoute(nil, to: target)] + parts.routes.filter { $0.cause != .result }
      parts.choose = nil
    }
  }

  private static func unrouted<Label: CaseIterable>(
    _ routes: KeyValuePairs<Label, FlowRoute.Target>, after cause: FlowRoute.Cause
  ) -> [DeclaredStep.Parts.Unrouted] {
    let labels = Set(routes.map { "\($0.key)" })
    return Label.allCases.map { "\($0)" }.filter { !labels.contains($0) }.map { label in
      DeclaredStep.Parts.Unrouted(label: label, enumeration: "\(Label.self)", cause: cause)
    }
  }

  // MARK: Failures

  /// Returns a declaration whose step has routes after a failure.
  ///
  /// ```swift
  /// let paid = charge.catching(["declined": .step("apology")]) { error in
  ///   error.rootCause is Declined ? "declined" : nil
  /// }
  /// ```
  ///
  /// The run continues at the target. A target that takes `FlowError`, `any Error`, or an optional of these receives the error; other
  /// targets must take nothing from the previous step. A failed step keeps nothing in the context. If a declaration has several such closures, the
  /// first one that returns a label decides. A failure route of the step itself, set with `AnyFlowStep.setFailure(_:)`, comes
  /// first: it can try the step again, but can't lead to another step.
  ///
  /// - Parameters:
  ///   - routes: The labels and targets of the routes.
  ///   - choose: Receives the error and returns one of the labels; nil to leave the failure to other routes, or to end the run
  ///     with it. Called on the run's queue. A label that isn't declared traps.
  /// - Returns: The declaration with the routes.
  public func catching(
    _ routes: KeyValuePairs<String, FlowRoute.Target>,
    by choose: @escaping @Sendable (_ error: FlowError) -> String?
  ) -> FlowStepDeclaration {
    changing { parts in
      parts.routes += routes.map { FlowRoute($0.key, to: $0.value, after: .failure) }
      parts.catches.append(choose)
    }
  }

  /// Returns a declaration whose step has routes after a failure, with the cases of an enumeration as labels.
  ///
  /// - Parameters:
  ///   - routes: The cases and their targets. ``FlowChain/validate()`` reports a case without a target.
  ///   - choose: Receives the error and returns one of the cases; nil to leave the failure to other routes, or to end the run
  ///     with it. Called on the run's queue.
  /// - Returns: The declaration with the routes. Their labels are the cases as text.
  public func catching<Label: CaseIterable & Sendable>(
    _ routes: KeyValuePairs<Label, FlowRoute.Target>,
    by choose: @escaping @Sendable (_ error: FlowError) -> Label?
  ) -> FlowStepDeclaration {
    changing { parts in
      parts.routes += routes.map { FlowRoute("\($0.key)", to: $0.value, after: .failure) }
      parts.unrouted += Self.unrouted(routes, after: .failure)
      parts.catches.append { error in choose(error).map { "\($0)" } }
    }
  }

  /// Returns a declaration whose step has a route after a kind of failure.
  ///
  /// ```swift
  /// let search = look.timeout(.seconds(30))
  ///   .catching(.timeout, to: .step("try later")).catching(.failure, to: .step("apology"))
  /// ```
  ///
  /// A route for ``FlowRoute/Cause/timeout`` also catches the timeout of a step of a nested flow. A route for
  /// ``FlowRoute/Cause/cancellation`` catches a nested flow that is cancelled or goes back past its first step, and a
  /// `CancellationError` that the work throws. It doesn't catch the cancellation of the run itself. A route for
  /// ``FlowRoute/Cause/failure`` catches every failure that no other route catches.
  ///
  /// - Parameters:
  ///   - cause: The kind of failure. Must not be ``FlowRoute/Cause/result``; that traps.
  ///   - target: The target of the route.
  ///   - label: The label of the route in pictures and paths. By default, the name of the cause.
  /// - Returns: The declaration with the route.
  public func catching(
    _ cause: FlowRoute.Cause, to target: FlowRoute.Target, as label: String? = nil
  ) -> FlowStepDeclaration {
    let label = label ?? "\(cause)"
    return changing { parts in
      parts.routes.append(FlowRoute(label, to: target, after: cause))
      switch cause {
      case .result:
        trap("Step '\(parts.identifier)' catches a result. Declare the routes after a result with branching.")
      case .failure: parts.catchesAll = parts.catchesAll ?? label
      case .timeout:
        parts.catches.insert({ error in if case .timedOut = error.last.reason { label } else { nil } }, at: 0)
      case .cancellation: parts.catches.insert({ $0.rootCause is CancellationError ? label : nil }, at: 0)
      }
    }
  }
}
