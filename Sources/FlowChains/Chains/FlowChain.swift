public import FlowState

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
/// You can't create a `Flow` from a chain with a problem for which
/// ``FlowProblem/preventsFlow`` is true.
public struct FlowChain: Sendable {
  /// The name of the flow in errors, traces and pictures.
  public let identifier: String
  /// The steps, in order. The first one starts.
  public var steps: [DeclaredStep] { list.all }
  /// The keys whose values the runs find in their context.
  public private(set) var assumes: [any FlowContextKey.Type] = []
  var list: ChainSteps

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
    list = ChainSteps(steps)
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
  func index(of identifier: String) -> Int? { list.index(of: identifier) }
}
