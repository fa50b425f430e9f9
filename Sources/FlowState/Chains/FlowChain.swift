/// A flow as data: a list of steps with their order and routes.
///
/// The steps don't know their order. You can rearrange them by name, in Swift or from a file:
///
/// ```swift
/// var chain = FlowChain(identifier: "signup", [name.step, email.step, terms.step])
/// try chain.move("terms", to: .first)
/// let signup = try Flow(chain, Any.self) { context in Account(name: context[Name.self], email: context[Email.self]) }
/// ```
///
/// You can rearrange a chain step by step, because it is checked only when you use it. ``validate()`` returns every problem.
/// You can't create a ``Flow`` from a chain that has problems.
public struct FlowChain: Sendable {
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

  /// The name of the flow in errors, traces and pictures.
  public let identifier: String
  /// The steps, in order. The first one starts.
  public private(set) var steps: [DeclaredStep]

  /// Creates a chain of steps whose order comes from data.
  ///
  /// - Parameters:
  ///   - identifier: The name of the flow.
  ///   - steps: The steps, in order.
  public init(identifier: String, _ steps: [DeclaredStep]) {
    self.identifier = identifier
    self.steps = steps
  }

  /// Creates a chain of steps whose order the compiler has checked.
  ///
  /// - Parameters:
  ///   - identifier: The name of the flow.
  ///   - order: The steps, in order.
  public init(identifier: String, _ order: FlowStepOrder<some Any, some Any>) {
    self.init(identifier: identifier, order.steps)
  }

  // MARK: Rearranging

  /// Inserts a step.
  ///
  /// - Parameters:
  ///   - step: The step. The chain must not have a step with its name.
  ///   - position: The position of the step.
  /// - Throws: A ``FlowChainError`` if the chain has a step with the same name, or if it has no step at the position.
  public mutating func insert(_ step: DeclaredStep, at position: Position) throws(FlowChainError) {
    var longer = steps
    longer.insert(step, at: try offset(of: position))
    let positions = longer.positions(of: step.identifier)
    if positions.count > 1 { throw error(.duplicateIdentifier(step.identifier, positions: positions)) }
    steps = longer
  }

  /// Removes a step.
  ///
  /// - Parameter identifier: The name of the step.
  /// - Returns: The removed step.
  /// - Throws: A ``FlowChainError`` if the chain has no step with the name.
  @discardableResult
  public mutating func remove(_ identifier: String) throws(FlowChainError) -> DeclaredStep {
    steps.remove(at: try knownIndex(of: identifier))
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
    steps[index] = step
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
    steps.insert(step, at: offset > index ? offset - 1 : offset)
  }

  /// Returns a copy of the chain with its steps in another order.
  ///
  /// - Parameter identifiers: The names of all steps, each once.
  /// - Returns: The reordered chain.
  /// - Throws: A ``FlowChainError`` with every name that is unknown, missing or repeated.
  public func ordered(by identifiers: [String]) throws(FlowChainError) -> FlowChain {
    var problems: [FlowProblem] = []
    var seen: Set<String> = []
    for (position, identifier) in identifiers.enumerated() where seen.insert(identifier).inserted {
      let positions = identifiers.indices.filter { identifiers[$0] == identifier }.map { $0 + 1 }
      if positions.count > 1 { problems.append(.duplicateIdentifier(identifier, positions: positions)) }
      if index(of: identifier) == nil {
        problems.append(.unknownStep(identifier, at: .position(position + 1), known: names))
      }
    }
    problems += names.filter { !seen.contains($0) }.map { .missingStep($0) }
    guard problems.isEmpty else { throw FlowChainError(chain: identifier, problems: problems) }
    var chain = self
    chain.steps = identifiers.compactMap { name in steps.first { $0.identifier == name } }
    return chain
  }

  // MARK: Looking up

  /// Returns the step with a name; nil if there is none.
  public subscript(identifier: String) -> DeclaredStep? {
    index(of: identifier).map { steps[$0] }
  }

  var names: [String] { steps.map(\.identifier) }

  func index(of identifier: String) -> Int? {
    steps.firstIndex { $0.identifier == identifier }
  }

  /// Returns the index of the step that a route leads to; nil for the end of the flow and for an unknown name.
  func destination(of route: FlowRoute, from index: Int) -> Int? {
    switch route.target {
    case .next: index + 1 < steps.count ? index + 1 : nil
    case .step(let identifier): self.index(of: identifier)
    case .end: nil
    }
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

extension [DeclaredStep] {
  /// Returns the positions of a name in the list, counted from 1.
  func positions(of identifier: String) -> [Int] {
    indices.filter { self[$0].identifier == identifier }.map { $0 + 1 }
  }
}
