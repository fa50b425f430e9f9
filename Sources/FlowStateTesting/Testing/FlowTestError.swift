/// An error that describes what the runs of a test have left behind.
///
/// ```swift
/// do {
///   try test.requireNothingLeft()
/// } catch {
///   print(error)  // A run has not ended. It waits for: Edit. Still alive: run Profile#1, step 'Edit'.
/// }
/// ```
public struct FlowTestError: Error, Equatable, CustomStringConvertible {
  /// A sentence for each problem.
  public let problems: [String]

  /// Creates an error.
  ///
  /// - Parameter problems: A sentence for each problem.
  public init(problems: [String]) {
    self.problems = problems
  }

  /// The sentences, one after another.
  public var description: String { problems.joined(separator: " ") }
}
