/// An order of declared steps that the compiler has checked: each takes what the one before it yields, or nothing of it.
///
/// ```swift
/// let order = askName.then(lookUp).then(greet)  // lookUp takes a String, which askName yields
/// let chain = FlowChain(identifier: "greeting", order)
/// ```
public struct FlowStepOrder<Content, Result>: Sendable {
  /// The steps, in order.
  public let steps: [DeclaredStep]

  /// Makes an order of one step.
  ///
  /// - Parameter first: The step.
  public init(_ first: FlowStepDeclaration<Content, Result>) {
    steps = [first.step]
  }

  private init(_ steps: [DeclaredStep]) {
    self.steps = steps
  }

  /// The order with one more step, which takes what the last one yields.
  ///
  /// - Parameter next: The step.
  /// - Returns: The longer order.
  public func then<Next>(_ next: FlowStepDeclaration<Result, Next>) -> FlowStepOrder<Content, Next> {
    FlowStepOrder<Content, Next>(steps + [next.step])
  }

  /// The order with one more step, which needs nothing of the last one.
  ///
  /// - Parameter next: The step.
  /// - Returns: The longer order.
  @_disfavoredOverload
  public func then<Next>(_ next: FlowStepDeclaration<Any, Next>) -> FlowStepOrder<Content, Next> {
    FlowStepOrder<Content, Next>(steps + [next.step])
  }
}

extension FlowStepDeclaration {
  /// An order of this step and another, which takes what this one yields.
  ///
  /// - Parameter next: The step.
  /// - Returns: The order.
  public func then<Next>(_ next: FlowStepDeclaration<Result, Next>) -> FlowStepOrder<Content, Next> {
    FlowStepOrder(self).then(next)
  }

  /// An order of this step and another, which needs nothing of this one.
  ///
  /// - Parameter next: The step.
  /// - Returns: The order.
  @_disfavoredOverload
  public func then<Next>(_ next: FlowStepDeclaration<Any, Next>) -> FlowStepOrder<Content, Next> {
    FlowStepOrder(self).then(next)
  }
}
