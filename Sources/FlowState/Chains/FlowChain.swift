/// A flow as data: which steps it has, in which order, and where each leads.
///
/// The steps do not know their order, so it can be rearranged by their names, from Swift or from a file:
///
/// ```swift
/// var chain = FlowChain(identifier: "signup", [name.step, email.step, terms.step])
/// try chain.move("terms", to: .first)
/// let signup = try Flow(chain, Any.self) { context in Account(name: context[Name.self], email: context[Email.self]) }
/// ```
///
/// Nothing is checked before it is needed: an order may be wrong on the way to the right one. ``validate()`` tells every
/// problem; a ``Flow`` cannot be made of a chain that has one.
public struct FlowChain: Sendable {
  /// Where in the order a step goes.
  public enum Position: Sendable, Equatable {
    /// Before all others.
    case first
    /// After all others.
    case last
    /// Right before the step of this name.
    case before(String)
    /// Right after the step of this name.
    case after(String)
  }

  /// The name of the flow in errors, traces and pictures.
  public let identifier: String
  /// The steps, in order; the first one starts.
  public private(set) var steps: [DeclaredStep]

  /// Makes a chain of steps whose order comes from data.
  ///
  /// - Parameters:
  ///   - identifier: The name of the flow.
  ///   - steps: The steps, in order.
  public init(identifier: String, _ steps: [DeclaredStep]) {
    self.identifier = identifier
    self.steps = steps
  }

  /// Makes a chain of steps whose order is written in Swift and checked by the compiler.
  ///
  /// - Parameters:
  ///   - identifier: The name of the flow.
  ///   - order: The steps, in order.
  public init(identifier: String, _ order: FlowStepOrder<some Any, some Any>) {
    self.init(identifier: identifier, order.steps)
  }

  // MARK: Rearranging

  /// Adds a step.
  ///
  /// - Parameters:
  ///   - step: The step; its name must be new.
  ///   - position: Where it goes.
  /// - Throws: ``FlowChainError`` if the chain has a step of that name, or none where it is to go.
  public mutating func insert(_ step: DeclaredStep, at position: Position) throws(FlowChainError) {
    var longer = steps
    longer.insert(step, at: try offset(of: position))
    let positions = longer.positions(of: step.identifier)
    if positions.count > 1 { throw error(.duplicateIdentifier(step.identifier, positions: positions)) }
    steps = longer
  }

  /// Takes a step out.
  ///
  /// - Parameter identifier: The name of the step.
  /// - Returns: The step.
  /// - Throws: ``FlowChainError`` if the chain has no such step.
  @discardableResult
  public mutating func remove(_ identifier: String) throws(FlowChainError) -> DeclaredStep {
    steps.remove(at: try knownIndex(of: identifier))
  }

  /// Puts another step in the place of one.
  ///
  /// - Parameters:
  ///   - identifier: The name of the step to take out.
  ///   - step: The step to put there; its name must be new, or that of the step that it replaces.
  /// - Throws: ``FlowChainError`` if the chain has no such step, or another one of the new step's name.
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
  ///   - position: Where it goes. Before or after itself is where it stands.
  /// - Throws: ``FlowChainError`` if the chain has no step of a name that is given here.
  public mutating func move(_ identifier: String, to position: Position) throws(FlowChainError) {
    let index = try knownIndex(of: identifier)
    let offset = try offset(of: position)
    let step = steps.remove(at: index)
    // What stood behind the step has come one place forward.
    steps.insert(step, at: offset > index ? offset - 1 : offset)
  }

  /// The chain with its steps in another order.
  ///
  /// - Parameter identifiers: The names of all steps, each once.
  /// - Returns: The chain.
  /// - Throws: ``FlowChainError`` with every name that is unknown, missing or there twice.
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

  /// The step of this name; nil if there is none.
  public subscript(identifier: String) -> DeclaredStep? {
    index(of: identifier).map { steps[$0] }
  }

  var names: [String] { steps.map(\.identifier) }

  func index(of identifier: String) -> Int? {
    steps.firstIndex { $0.identifier == identifier }
  }

  /// Where a route from a step leads: the index of a step, or nil for the end. An unknown name leads to the end too.
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
  /// Where a name stands in the list, counted from 1.
  func positions(of identifier: String) -> [Int] {
    indices.filter { self[$0].identifier == identifier }.map { $0 + 1 }
  }
}
