/// An order of declared steps that the compiler has checked: each step takes the previous step's result, or nothing.
///
/// ```swift
/// let order = askName.then(lookUp).then(greet)  // lookUp takes a String, which askName yields
/// let chain = FlowChain(identifier: "greeting", order)
/// ```
public struct FlowStepOrder<Content, Result>: Sendable {
  /// The steps, in order.
  public let steps: [DeclaredStep]

  /// Creates an order with one step.
  ///
  /// - Parameter first: The step.
  public init(_ first: FlowStepDeclaration<Content, Result>) {
    steps = [first.step]
  }

  private init(_ steps: [DeclaredStep]) {
    self.steps = steps
  }

  /// Returns the order with one more step, which takes the last step's result.
  ///
  /// - Parameter next: The step to append.
  /// - Returns: The longer order.
  public func then<Next>(_ next: FlowStepDeclaration<Result, Next>) -> FlowStepOrder<Content, Next> {
    FlowStepOrder<Content, Next>(steps + [next.step])
  }

  /// Returns the order with one more step, which takes nothing from the last step.
  ///
  /// - Parameter next: The step to append.
  /// - Returns: The longer order.
  @_disfavoredOverload
  public func then<Next>(_ next: FlowStepDeclaration<Any, Next>) -> FlowStepOrder<Content, Next> {
    FlowStepOrder<Content, Next>(steps + [next.step])
  }
}

extension FlowStepDeclaration {
  /// Returns an order of this step and a second step, which takes this step's result.
  ///
  /// - Parameter next: The second step.
  /// - Returns: The order.
  public func then<Next>(_ next: FlowStepDeclaration<Result, Next>) -> FlowStepOrder<Content, Next> {
    FlowStepOrder(self).then(next)
  }

  /// Returns an order of this step and a second step, which takes nothing from this step.
  ///
  /// - Parameter next: The second step.
  /// - Returns: The order.
  @_disfavoredOverload
  public func then<Next>(_ next: FlowStepDeclaration<Any, Next>) -> FlowStepOrder<Content, Next> {
    FlowStepOrder(self).then(next)
  }
}
