/// A flow as data: a list of steps with their order and routes.
///
/// The steps don't know their order. You can rearrange them by name, in Swift or from a file:
///
/// ```swift
/// var chain = FlowChain("signup") {
///   name
///   email
///   terms
/// }
/// try chain.move("terms", to: .first)
/// let signup = try Flow(chain, Any.self) { context in Account(name: context[Name.self], email: context[Email.self]) }
/// ```
///
/// You can rearrange a chain step by step, because it is checked only when you use it. ``validate()`` returns every problem.
/// You can't create a ``Flow`` from a chain that has problems.
public struct FlowChain: Sendable {
  /// The name of the flow in errors, traces and pictures.
  public let identifier: String
  /// The steps, in order. The first one starts.
  public private(set) var steps: [DeclaredStep]
  /// The keys whose values the runs find in their context.
  public private(set) var assumes: [any FlowContextKey.Type] = []
  /// The index at which each name was last seen. A step can have moved since then. Has the names of all steps.
  private var lastSeen: [String: Int]

  /// Creates a chain of the steps that a closure lists.
  ///
  /// - Parameters:
  ///   - identifier: The name of the flow.
  ///   - steps: The steps, in order: declarations, declared steps, orders, or lists of steps.
  public init(_ identifier: String, @FlowChainBuilder _ steps: () throws -> [DeclaredStep]) rethrows {
    self.init(identifier: identifier, try steps())
  }

  /// Creates a chain of steps whose order comes from data.
  ///
  /// - Parameters:
  ///   - identifier: The name of the flow.
  ///   - steps: The steps, in order.
  public init(identifier: String, _ steps: [DeclaredStep]) {
    self.identifier = identifier
    self.steps = steps
    lastSeen = Dictionary(steps.indices.map { (steps[$0].identifier, $0) }, uniquingKeysWith: { first, _ in first })
  }

  /// Creates a chain of steps whose order the compiler has checked.
  ///
  /// - Parameters:
  ///   - identifier: The name of the flow.
  ///   - order: The steps, in order.
  public init(identifier: String, _ order: FlowStepOrder<some Any, some Any>) {
    self.init(identifier: identifier, order.steps)
  }

  /// Returns a chain whose runs find values in their context that no step provides, because an enclosing run has set them.
  ///
  /// - Parameter keys: The keys of the values.
  /// - Returns: The chain. Its steps can take the values with ``FlowStepDeclaration/taking(_:)``.
  public func assuming<each Key: FlowContextKey>(_ keys: repeat (each Key).Type) -> FlowChain {
    var chain = self
    repeat chain.assumes.append(each keys)
    return chain
  }

  // MARK: Looking up

  /// Returns the step with a name; nil if the chain has no such step.
  public subscript(identifier: String) -> DeclaredStep? {
    index(of: identifier).map { steps[$0] }
  }

  var names: [String] { steps.map(\.identifier) }

  /// Returns the index of the first step with a name.
  func index(of identifier: String) -> Int? {
    guard let index = lastSeen[identifier] else { return nil }
    if index < steps.count, steps[index].identifier == identifier { return index }
    return steps.firstIndex { $0.identifier == identifier }
  }

  /// Whether two steps have the same name. Such a chain is invalid.
  private var hasRepeatedNames: Bool { lastSeen.count < steps.count }

  /// Notes the index at which a step now stands, or that a step with this name was taken away if the index is nil. A chain that was
  /// created with a repeated name can still have the other step.
  private mutating func note(_ identifier: String, at index: Int?, repeated isRepeated: Bool) {
    lastSeen[identifier] = isRepeated ? steps.firstIndex { $0.identifier == identifier } : index
  }

  /// Returns the index of the step that a route leads to; nil for the end of the flow and for an unknown name.
  func destination(of route: FlowRoute, from index: Int) -> Int? {
    switch route.target {
    case .next: index + 1 < steps.count ? index + 1 : nil
    case .step(let identifier): self.index(of: identifier)
    case .end: nil
    }
  }
}

// MARK: - Rearranging

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
    if lastSeen[step.identifier] != nil {
      var longer = steps
      longer.insert(step, at: offset)
      let positions = longer.indices.filter { longer[$0].identifier == step.identifier }.map { $0 + 1 }
      throw error(.duplicateIdentifier(step.identifier, positions: positions))
    }
    steps.insert(step, at: offset)
    lastSeen[step.identifier] = offset
    // Inserting many steps before the same step finds it at once.
    if case .before(let identifier) = position, !hasRepeatedNames { lastSeen[identifier] = offset + 1 }
    if case .after(let identifier) = position, !hasRepeatedNames { lastSeen[identifier] = offset - 1 }
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
    let index = try knownIndex(of: identifier)
    let isRepeated = hasRepeatedNames
    let step = steps.remove(at: index)
    note(identifier, at: nil, repeated: isRepeated)
    return step
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
    let isRepeated = hasRepeatedNames
    steps[index] = step
    note(identifier, at: nil, repeated: isRepeated)
    note(step.identifier, at: index, repeated: isRepeated)
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
    let offset = try offset(of: position)
    let step = steps.remove(at: index)
    // Removing the step has moved all later steps forward by one.
    let place = offset > index ? offset - 1 : offset
    steps.insert(step, at: place)
    note(identifier, at: place, repeated: hasRepeatedNames)
  }

  /// Returns a copy of the chain with its steps in another order.
  ///
  /// - Parameter identifiers: The names of all steps, each once.
  /// - Returns: The reordered chain.
  /// - Throws: A ``FlowChainError`` with every name that is unknown, missing or repeated, in the order or in the chain.
  public func ordered(by identifiers: [String]) throws(FlowChainError) -> FlowChain {
    let places = Dictionary(grouping: identifiers.indices) { identifiers[$0] }
    let names = names
    var problems: [FlowProblem] = hasRepeatedNames ? namingProblems : []
    for (position, identifier) in identifiers.enumerated() {
      guard let all = places[identifier], all[0] == position else { continue }
      if all.count > 1 { problems.append(.duplicateIdentifier(identifier, positions: all.map { $0 + 1 })) }
      if lastSeen[identifier] == nil {
        problems.append(.unknownStep(identifier, at: .position(position + 1), known: names))
      }
    }
    problems += names.filter { places[$0] == nil }.map { .missingStep($0) }
    guard problems.isEmpty else { throw FlowChainError(chain: identifier, problems: problems) }
    var chain = self
    let known = Dictionary(steps.map { ($0.identifier, $0) }, uniquingKeysWith: { first, _ in first })
    chain.steps = identifiers.compactMap { known[$0] }
    for (index, identifier) in identifiers.enumerated() { chain.lastSeen[identifier] = index }
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
