public import Dispatch
public import FlowChains
public import FlowState

extension FlowVariants {
  /// Returns the flow that a unit gets. The flow makes its result from the run's context.
  ///
  /// ```swift
  /// let flow = try variants.flow(for: user, Any.self) { context in context[Summary.self] }
  /// ```
  ///
  /// The flow is assigned to its variant, and its runs report the exposure when they begin.
  ///
  /// - Parameters:
  ///   - unit: The identifier of the unit, for instance of a user; any text.
  ///   - override: The name of a variant to use instead of the drawn one.
  ///   - store: Keeps the drawn variants, so that later changes of the experiment don't move the unit.
  ///   - content: The type of the run's content; `Any.self` if there is no content.
  ///   - result: The type of the run's result.
  ///   - queue: The serial queue on which every run executes. If nil, each run has its own queue on the global pool.
  ///   - summary: Makes the result when the chain has ended. Called on the run's queue.
  /// - Returns: The flow.
  /// - Throws: A ``FlowVariantsError`` with every problem of the variants, or if there is no variant with the name `override`.
  public func flow<Content, Result>(
    for unit: String, override: String? = nil, keptIn store: (any VariantStore)? = nil,
    _ content: Content.Type = Content.self, _ result: Result.Type = Result.self, on queue: DispatchQueue? = nil,
    result summary: @escaping @Sendable (_ context: FlowContext) -> Result?
  ) throws(FlowVariantsError) -> Flow<Content, Result> {
    try flow(for: assignment(of: unit, override, store)) { chain throws(FlowChainError) in
      try Flow(chain, content, result, on: queue, result: summary)
    }
  }

  /// Returns the flow that a unit gets. The flow's result is the result of the step at which the chain ends.
  ///
  /// The flow is assigned to its variant, and its runs report the exposure when they begin.
  ///
  /// - Parameters:
  ///   - unit: The identifier of the unit, for instance of a user; any text.
  ///   - override: The name of a variant to use instead of the drawn one.
  ///   - store: Keeps the drawn variants, so that later changes of the experiment don't move the unit.
  ///   - content: The type of the run's content; `Any.self` if there is no content.
  ///   - result: The type of the run's result, which must fit the result of every step at which a chain can end.
  ///   - queue: The serial queue on which every run executes. If nil, each run has its own queue on the global pool.
  /// - Returns: The flow.
  /// - Throws: A ``FlowVariantsError`` with every problem of the variants, or if there is no variant with the name `override`.
  public func flow<Content, Result>(
    for unit: String, override: String? = nil, keptIn store: (any VariantStore)? = nil,
    _ content: Content.Type = Content.self, _ result: Result.Type = Result.self, on queue: DispatchQueue? = nil
  ) throws(FlowVariantsError) -> Flow<Content, Result> {
    try flow(for: assignment(of: unit, override, store)) { chain throws(FlowChainError) in
      try Flow(chain, content, result, on: queue)
    }
  }

  /// Returns the flow of an assigned variant, for instance of a unit of an ``ExclusiveGroup``.
  ///
  /// ```swift
  /// let assignment = try group.assignment(of: "signup-order", for: user)
  /// let flow = try variants.flow(for: assignment) { chain throws(FlowChainError) in
  ///   try Flow(chain, Any.self) { context in context[Summary.self] }
  /// }
  /// ```
  ///
  /// The flow is assigned to its variant, and its runs report the exposure when they begin.
  ///
  /// - Parameters:
  ///   - assignment: An assignment of this experiment.
  ///   - make: Makes the flow from the variant's chain.
  /// - Returns: The flow.
  /// - Throws: A ``FlowVariantsError`` with every problem of the variants, of the assignment or of the flow.
  public func flow<Content, Result>(
    for assignment: VariantAssignment,
    _ make: (_ chain: FlowChain) throws(FlowChainError) -> Flow<Content, Result>
  ) throws(FlowVariantsError) -> Flow<Content, Result> {
    let chain = try chain(for: assignment)
    do {
      return try make(chain).assigned(assignment, isExposedAtStart: true)
    } catch {
      let problems = error.problems.map { Problem(variant: assignment.variant, fault: .chain($0)) }
      throw FlowVariantsError(problems: problems)
    }
  }

  private func assignment(
    of unit: String, _ override: String?, _ store: (any VariantStore)?
  ) throws(FlowVariantsError) -> VariantAssignment {
    do {
      return try experiment.assignment(for: unit, override: override, keptIn: store)
    } catch {
      let fault = Problem.Fault.unknownVariant(
        experiment: experiment.name, known: experiment.variants.map(\.name))
      throw FlowVariantsError(problems: [Problem(variant: override ?? "", fault: fault)])
    }
  }
}
