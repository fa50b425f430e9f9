/// A problem of a flow that was declared as data.
///
/// ```swift
/// for problem in chain.validate() { print(problem) }
/// // Step 'terms' cannot follow 'email': it takes Bool, and 'email' yields String.
/// ```
public enum FlowProblem: Error, Equatable, Sendable, CustomStringConvertible {
  /// The place where a name was used.
  public enum Place: Equatable, Sendable {
    /// The list of steps, at this position, counted from 1.
    case position(Int)
    /// A route of this step.
    case route(from: String, label: String?)
    /// A call that rearranges the chain.
    case request
  }

  /// The chain has no steps.
  case noSteps
  /// The step at this position, counted from 1, has no name.
  case missingIdentifier(position: Int)
  /// The steps at these positions, counted from 1, have the same name.
  case duplicateIdentifier(String, positions: [Int])
  /// No step has this name. `known` lists the names that exist.
  case unknownStep(String, at: Place, known: [String])
  /// An order doesn't contain this step.
  case missingStep(String)
  /// A step has several routes with this label.
  case duplicateRoute(String, from: String)
  /// A step has no routes, not even to the end.
  case noRoutes(String)
  /// No path leads from the first step to this one.
  case unreachable(String)
  /// These steps lead only to each other, and never to the end.
  case noWayOut([String])
  /// A step takes another type than the result of a step that leads to it.
  case typeMismatch(from: String, yields: FlowValueType, to: String, takes: FlowValueType)
  /// The first step takes another type than the flow's content.
  case startMismatch(String, takes: FlowValueType, given: FlowValueType)
  /// A step takes another type than the error of a step whose failure leads to it.
  case failureMismatch(from: String, to: String, takes: FlowValueType)
  /// A case of an enumeration of routes has no route.
  case missingRoute(String, of: String, from: String)
  /// A step takes a value from the context that the steps on this path to it don't provide. A path with more than eight
  /// steps is shortened to the first three and the last three, with `…` between them.
  case missingValue(String, of: String, way: [String])
  /// The steps on this way from the first step to the end aren't stops, although other steps are. On this way, going back leads to the
  /// step before. A way with more than eight steps before the last one is shortened, as in ``missingValue(_:of:way:)``.
  case noStop(way: [String])
  /// A route of a step goes back, but no stop precedes the step on this way to it, although the chain has stops.
  case noStopBefore(route: String?, of: String, way: [String])
  /// A durable run would have to store a value of this type, which isn't `Codable`.
  case notCodable(StoredValue, FlowValueType)
  /// A step uses the value of a key that a durable run doesn't keep.
  case notKept(String, by: String)
  /// Several of the keys that a durable run keeps have this name.
  case duplicateKey(String)
  /// A durable run would store the private value of this key, or the private result of this step, for everyone to read.
  case unsealed(String)
  /// Several steps of a durable flow have, or had, this name.
  case duplicateFormerName(String, of: [String])
  /// Stores refuse the name of this step of a durable flow, for a reason such as "it has 2000 bytes".
  case unstorableName(String, reason: String)
  /// A step at which the flow can end has another result type than the flow.
  case endMismatch(String, yields: FlowValueType, expected: FlowValueType)

  /// A value that a durable run stores.
  public enum StoredValue: Equatable, Sendable {
    /// The content with which the flow starts.
    case content
    /// The result of this step.
    case result(of: String)
    /// The result of the flow.
    case outcome
  }

  /// Whether you can't create a `Flow` from a chain with this problem.
  ///
  /// You can if a way only has no stop, because a step can prove to be a stop when it runs.
  public var preventsFlow: Bool {
    switch self {
    case .noStop, .noStopBefore: false
    default: true
    }
  }

  /// A description of the problem, for the author of the declaration.
  public var description: String {
    switch self {
    case .noSteps:
      "There are no steps; a flow needs at least one."
    case .missingIdentifier(let position):
      "Step \(position) has no identifier."
    case .duplicateIdentifier(let identifier, let positions):
      "The identifier '\(identifier)' is used at positions \(positions.map(String.init).joined(separator: ", ")); "
        + "each step needs one of its own."
    case .unknownStep(let identifier, let place, let known):
      "\(Self.phrase(for: place)) names the unknown step '\(identifier)'; known steps are: \(Self.list(known))."
    case .missingStep(let identifier):
      "The order does not name step '\(identifier)'."
    case .duplicateRoute(let label, let step):
      "Step '\(step)' has more than one route '\(label)'."
    case .noRoutes(let step):
      "Step '\(step)' has no routes; it needs at least one, such as a route to the end."
    case .unreachable(let step):
      "Step '\(step)' is unreachable: no way leads to it from the first step."
    case .noWayOut(let steps):
      steps.count == 1
        ? "Step '\(steps[0])' leads back to itself, and no way leads from it to the end of the flow."
        : "The steps \(steps.map { "'\($0)'" }.joined(separator: ", ")) lead to each other, "
          + "and no way leads from them to the end of the flow."
    case .typeMismatch(let from, let yields, let to, let takes):
      "Step '\(to)' cannot follow '\(from)': it takes \(takes), and '\(from)' yields \(yields)."
    case .failureMismatch(let from, let to, let takes):
      "Step '\(to)' cannot follow a failure of '\(from)': it takes \(takes), and a failure yields FlowError."
    case .missingRoute(let label, let enumeration, let step):
      "Step '\(step)' has no route for '\(label)', a case of \(enumeration)."
    case .missingValue(let key, let step, let way):
      way.isEmpty
        ? "Step '\(step)' takes the value of '\(key)', but it comes first, so no step has provided one."
        : "Step '\(step)' takes the value of '\(key)', but no step provides one on the way "
          + (way + [step]).joined(separator: " → ") + "."
    case .noStop(let way):
      "No stop is on the way \(way.joined(separator: " → ")) → end, although the flow has stops; "
        + "going back on it leads to the step before."
    case .noStopBefore(let route, let step, let way):
      (route.map { "The route '\($0)'" } ?? "The route") + " of step '\(step)' goes back, but "
        + (way.isEmpty
          ? "the step comes first, so no stop precedes it."
          : "no stop precedes the step on the way " + (way + [step]).joined(separator: " → ") + ".")
    case .startMismatch(let step, let takes, let given):
      "Step '\(step)' cannot come first: it takes \(takes), and the flow is started with \(given)."
    case .notCodable(let value, let type):
      "A durable run stores \(Self.phrase(for: value)), but \(type) is not Codable."
    case .notKept(let key, let step):
      "Step '\(step)' uses the value of '\(key)', which the durable flow does not keep."
    case .duplicateKey(let key):
      "The durable flow keeps more than one key with the name '\(key)'; values are stored by the name of their key."
    case .unsealed(let key):
      "The value of '\(key)' is private, and a durable run would store it readably; the flow needs a codec that seals it."
    case .unstorableName(let step, let reason):
      "The name of step '\(step.count > 40 ? step.prefix(40) + "…" : step[...])' can't be stored: \(reason)."
    case .duplicateFormerName(let name, let steps):
      "The name '\(name)' stands for the steps \(steps.map { "'\($0)'" }.joined(separator: ", ")); "
        + "stored runs must find one step by it."
    case .endMismatch(let step, let yields, let expected):
      "The flow cannot end with step '\(step)': it yields \(yields), and the flow yields \(expected)."
    }
  }

  /// Returns names as a list. A long list has only its first names, because a chain can have many problems and many steps.
  private static func list(_ names: [String]) -> String {
    let limit = 20
    if names.count <= limit { return names.joined(separator: ", ") }
    return names.prefix(limit).joined(separator: ", ") + " and \(names.count - limit) more"
  }

  private static func phrase(for value: StoredValue) -> String {
    switch value {
    case .content: "the content of its start"
    case .result(let step): "the result of step '\(step)'"
    case .outcome: "its own result"
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

/// An error that contains every problem of a chain that couldn't be rearranged or made into a flow.
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
  /// The problems, at least one.
  public let problems: [FlowProblem]

  /// Creates an error.
  ///
  /// - Parameters:
  ///   - chain: The name of the chain.
  ///   - problems: The problems, at least one.
  public init(chain: String, problems: [FlowProblem]) {
    self.chain = chain
    self.problems = problems
  }

  /// A sentence for each problem.
  public var description: String {
    "Flow '\(chain)': " + problems.map(\.description).joined(separator: " ")
  }
}
