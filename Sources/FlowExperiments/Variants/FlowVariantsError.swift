/// An error that contains every problem of a set of variants.
///
/// ```swift
/// do {
///   print(try variants.chain(for: assignment).identifier)
/// } catch {
///   for problem in error.problems { print(problem) }
/// }
/// ```
public struct FlowVariantsError: Error, Equatable, Sendable, CustomStringConvertible {
  /// The problems, at least one.
  public let problems: [FlowVariants.Problem]

  /// A sentence for each problem.
  public var description: String { problems.map(\.description).joined(separator: " ") }
}
