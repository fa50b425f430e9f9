/// Something is alive of a run that should have ended.
///
/// ```swift
/// do {
///   try leaks.requireNothingAlive()
/// } catch {
///   print(error)  // Still alive: handler of step 'Edit', step 'Edit'.
/// }
/// ```
public struct LeakError: Error, Equatable, CustomStringConvertible {
  /// What is alive, sorted: `handler of step 'Edit'`, `run Profile#1`, `step 'Edit'`.
  public let survivors: [String]

  /// Makes an error.
  ///
  /// - Parameter survivors: What is alive.
  public init(survivors: [String]) {
    self.survivors = survivors
  }

  /// A sentence that lists what is alive.
  public var description: String { "Still alive: \(survivors.joined(separator: ", "))." }
}
