/// The problems that keep ``FlowVariants`` from giving a chain.
///
/// ```swift
/// do {
///   print(try variants.chain(for: assignment).identifier)
/// } catch {
///   for problem in error.problems { print(problem) }
/// }
/// ```
public struct FlowVariantsError: Error, Equatable, Sendable, CustomStringConvertible {
  /// What is wrong, at least one thing.
  public let problems: [FlowVariants.Problem]

  /// A sentence for each problem.
  public var description: String { problems.map(\.description).joined(separator: " ") }
}
