/// What is wrong with a flow that was declared as data.
///
/// ```swift
/// for problem in chain.validate() { print(problem) }
/// // Step 'terms' cannot follow 'email': it takes Bool, and 'email' yields String.
/// ```
public enum FlowProblem: Error, Equatable, Sendable, CustomStringConvertible {
  /// Where a name was used.
  public enum Place: Equatable, Sendable {
    /// In the list of steps, at this position from 1.
    case position(Int)
    /// In a route of this step.
    case route(from: String, label: String?)
    /// In a call that rearranges the chain.
    case request
  }

  /// The chain has no steps.
  case noSteps
  /// The step at this position, counted from 1, has no name.
  case missingIdentifier(position: Int)
  /// Steps at these positions, counted from 1, have the same name.
  case duplicateIdentifier(String, positions: [Int])
  /// No step has this name; these are there.
  case unknownStep(String, at: Place, known: [String])
  /// An order of all steps does not name this one.
  case missingStep(String)
  /// A step has several routes of this label.
  case duplicateRoute(String, from: String)
  /// A step has no way on, not even to the end.
  case noRoutes(String)
  /// No way leads from the first step to this one.
  case unreachable(String)
  /// Whoever comes to one of these steps goes round in circles for ever.
  case noWayOut([String])
  /// A step takes something else than the one yields from which a way leads to it.
  case typeMismatch(from: String, yields: FlowValueType, to: String, takes: FlowValueType)
  /// The first step takes something else than the flow is started with.
  case startMismatch(String, takes: FlowValueType, given: FlowValueType)
  /// A step at which the flow ends yields something else than the flow.
  case endMismatch(String, yields: FlowValueType, expected: FlowValueType)

  /// A sentence for the person who wrote the declaration.
  public var description: String {
    switch self {
    case .noSteps:
      "There are no steps; a flow needs at least one."
    case .missingIdentifier(let position):
      "Step \(position) has no identifier."
    case .duplicateIdentifier(let identifier, let positions):
      "The identifier '\(identifier)' stands at the positions \(positions.map(String.init).joined(separator: ", ")); "
        + "each step needs one of its own."
    case .unknownStep(let identifier, let place, let known):
      "\(Self.phrase(for: place)) names the unknown step '\(identifier)'; known are: \(known.joined(separator: ", "))."
    case .missingStep(let identifier):
      "The order does not name step '\(identifier)'."
    case .duplicateRoute(let label, let step):
      "Step '\(step)' has more than one route '\(label)'."
    case .noRoutes(let step):
      "Step '\(step)' has no routes; it needs at least one, be it to the end."
    case .unreachable(let step):
      "Step '\(step)' is unreachable: no way leads to it from the first step."
    case .noWayOut(let steps):
      steps.count == 1
        ? "Step '\(steps[0])' leads back to itself, and no way leads from it to the end of the flow."
        : "The steps \(steps.map { "'\($0)'" }.joined(separator: ", ")) lead to each other, "
          + "and no way leads from them to the end of the flow."
    case .typeMismatch(let from, let yields, let to, let takes):
      "Step '\(to)' cannot follow '\(from)': it takes \(takes), and '\(from)' yields \(yields)."
    case .startMismatch(let step, let takes, let given):
      "Step '\(step)' cannot come first: it takes \(takes), and the flow is started with \(given)."
    case .endMismatch(let step, let yields, let expected):
      "The flow cannot end with step '\(step)': it yields \(yields), and the flow yields \(expected)."
    }
  }

  private static func phrase(for place: Place) -> String {
    switch place {
    case .position(let position): "Position \(position) of the order"
    case .route(let step, let label?): "The route '\(label)' of step '\(step)'"
    case .route(let step, nil): "The route of step '\(step)'"
    case .request: "The call"
    }
  }
}

/// Why a chain could not be rearranged, or made into a flow: all that is wrong with it.
///
/// ```swift
/// do {
///   let flow = try Flow(chain, Any.self) { $0[Summary.self] }
/// } catch {
///   print(error)
/// }
/// ```
public struct FlowChainError: Error, Equatable, Sendable, CustomStringConvertible {
  /// The name of the chain.
  public let chain: String
  /// What is wrong, at least one thing.
  public let problems: [FlowProblem]

  /// Makes an error.
  ///
  /// - Parameters:
  ///   - chain: The name of the chain.
  ///   - problems: What is wrong.
  public init(chain: String, problems: [FlowProblem]) {
    self.chain = chain
    self.problems = problems
  }

  /// A sentence for each problem.
  public var description: String {
    "Flow '\(chain)': " + problems.map(\.description).joined(separator: " ")
  }
}
