/// Builds the list of steps of a ``FlowChain``.
///
/// ```swift
/// let chain = FlowChain("signup") {
///   name
///   email
///   if asksForTerms { terms }
/// }
/// ```
@resultBuilder
public enum FlowChainBuilder {
  /// Adds a declaration.
  public static func buildExpression(_ declaration: FlowStepDeclaration<some Any, some Any>) -> [DeclaredStep] {
    [declaration.step]
  }

  /// Adds a declared step.
  public static func buildExpression(_ step: DeclaredStep) -> [DeclaredStep] { [step] }

  /// Adds a list of declared steps.
  public static func buildExpression(_ steps: [DeclaredStep]) -> [DeclaredStep] { steps }

  /// Adds the steps of an order that the compiler has checked.
  public static func buildExpression(_ order: FlowStepOrder<some Any, some Any>) -> [DeclaredStep] { order.steps }

  /// Joins lists of steps.
  public static func buildBlock(_ lists: [DeclaredStep]...) -> [DeclaredStep] { lists.flatMap { $0 } }

  /// Adds the steps of an `if` without `else`.
  public static func buildOptional(_ steps: [DeclaredStep]?) -> [DeclaredStep] { steps ?? [] }

  /// Adds the steps of the first branch.
  public static func buildEither(first steps: [DeclaredStep]) -> [DeclaredStep] { steps }

  /// Adds the steps of the second branch.
  public static func buildEither(second steps: [DeclaredStep]) -> [DeclaredStep] { steps }

  /// Adds the steps of a `for` loop.
  public static func buildArray(_ lists: [[DeclaredStep]]) -> [DeclaredStep] { lists.flatMap { $0 } }

  /// Adds steps that need a newer system.
  public static func buildLimitedAvailability(_ steps: [DeclaredStep]) -> [DeclaredStep] { steps }
}
