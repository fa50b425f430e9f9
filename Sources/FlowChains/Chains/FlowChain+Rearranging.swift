extension FlowChain {
  /// A position in the order of the steps.
  public enum Position: Sendable, Equatable {
    /// Before all others.
    case first
    /// After all others.
    case last
    /// Directly before the step with this name.
    case before(String)
    /// Directly after the step with this name.
    case after(String)
  }

  /// Inserts a step.
  ///
  /// - Parameters:
  ///   - step: The step. The chain must not have a step with its name.
  ///   - position: The position of the step.
  /// - Throws: A ``FlowChainError`` if the chain has a step with the same name, or if it has no step at the position.
  public mutating func insert(_ step: DeclaredStep, at position: Position) throws(FlowChainError) {
    let offset = try offset(of: position)
    if list.contains(step.identifier) {
      var longer = steps
      longer.insert(step, at: offset)
      let positions = longer.indices.filter { longer[$0].identifier == step.identifier }.map { $0 + 1 }
      throw error(.duplicateIdentifier(step.identifier, positions: positions))
    }
    list.insert(step, at: offset)
  }

  /// Inserts a step.
  ///
  /// - Parameters:
  ///   - declaration: The declaration of the step. The chain must not have a step with its name.
  ///   - position: The position of the step.
  /// - Throws: A ``FlowChainError`` if the chain has a step with the same name, or if it has no step at the position.
  public mutating func insert(
    _ declaration: FlowStepDeclaration<some Any, some Any>, at position: Position
  ) throws(FlowChainError) {
    try insert(declaration.step, at: position)
  }

  /// Removes a step.
  ///
  /// - Parameter identifier: The name of the step.
  /// - Returns: The removed step.
  /// - Throws: A ``FlowChainError`` if the chain has no step with the name.
  @discardableResult
  public mutating func remove(_ identifier: String) throws(FlowChainError) -> DeclaredStep {
    list.remove(at: try knownIndex(of: identifier))
  }

  /// Replaces a step with another step.
  ///
  /// - Parameters:
  ///   - identifier: The name of the step to replace.
  ///   - step: The new step. Its name must be new, or the name of the replaced step.
  /// - Throws: A ``FlowChainError`` if the chain has no step with the name, or has another step with the new step's name.
  public mutating func replace(_ identifier: String, with step: DeclaredStep) throws(FlowChainError) {
    let index = try knownIndex(of: identifier)
    if let other = self.index(of: step.identifier), other != index {
      throw error(.duplicateIdentifier(step.identifier, positions: [index + 1, other + 1].sorted()))
    }
    list.replace(at: index, with: step)
  }

  /// Replaces a step with another step.
  ///
  /// - Parameters:
  ///   - identifier: The name of the step to replace.
  ///   - declaration: The declaration of the new step. Its name must be new, or the name of the replaced step.
  /// - Throws: A ``FlowChainError`` if the chain has no step with the name, or has another step with the new step's name.
  public mutating func replace(
    _ identifier: String, with declaration: FlowStepDeclaration<some Any, some Any>
  ) throws(FlowChainError) {
    try replace(identifier, with: declaration.step)
  }

  /// Moves a step.
  ///
  /// - Parameters:
  ///   - identifier: The name of the step.
  ///   - position: The new position. A position relative to the step itself doesn't move it.
  /// - Throws: A ``FlowChainError`` if the chain has no step with a name that you pass.
  public mutating func move(_ identifier: String, to position: Position) throws(FlowChainError) {
    let index = try knownIndex(of: identifier)
    list.move(from: index, to: try offset(of: position))
  }

  /// Returns a copy of the chain with its steps in another order.
  ///
  /// - Parameter identifiers: The names of all steps, each once.
  /// - Returns: The reordered chain.
  /// - Throws: A ``FlowChainError`` with every name that is unknown, missing or repeated, in the order or in the chain.
  public func ordered(by identifiers: [String]) throws(FlowChainError) -> FlowChain {
    let places = Dictionary(grouping: identifiers.indices) { identifiers[$0] }
    let names = names
    var problems: [FlowProblem] = list.hasRepeatedNames ? namingProblems : []
    for (position, identifier) in identifiers.enumerated() {
      guard let all = places[identifier], all[0] == position else { continue }
      if all.count > 1 { problems.append(.duplicateIdentifier(identifier, positions: all.map { $0 + 1 })) }
      if !list.contains(identifier) {
        problems.append(.unknownStep(identifier, at: .position(position + 1), known: names))
      }
    }
    problems += names.filter { places[$0] == nil }.map { .missingStep($0) }
    guard problems.isEmpty else { throw FlowChainError(chain: identifier, problems: problems) }
    var chain = self
    let known = Dictionary(steps.map { ($0.identifier, $0) }, uniquingKeysWith: { first, _ in first })
    chain.list = ChainSteps(identifiers.compactMap { known[$0] })
    return chain
  }

  private func knownIndex(of identifier: String) throws(FlowChainError) -> Int {
    guard let index = index(of: identifier) else {
      throw error(.unknownStep(identifier, at: .request, known: names))
    }
    return index
  }

  private func offset(of position: Position) throws(FlowChainError) -> Int {
    switch position {
    case .first: 0
    case .last: steps.count
    case .before(let identifier): try knownIndex(of: identifier)
    case .after(let identifier): try knownIndex(of: identifier) + 1
    }
  }

  private func error(_ problem: FlowProblem) -> FlowChainError {
    FlowChainError(chain: identifier, problems: [problem])
  }
}
