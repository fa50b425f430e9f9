/// An error that lists what is alive of a run that should have ended.
///
/// ```swift
/// do {
///   try leaks.requireNothingAlive()
/// } catch {
///   print(error)  // Still alive: handler of step 'Edit', step 'Edit'.
/// }
/// ```
public struct LeakError: Error, Equatable, CustomStringConvertible {
  /// The names of the survivors, sorted: `handler of step 'Edit'`, `run Profile#1`, `step 'Edit'`.
  public let survivors: [String]

  /// Creates an error.
  ///
  /// - Parameter survivors: The names of the survivors.
  public init(survivors: [String]) {
    self.survivors = survivors
  }

  /// A sentence that lists the survivors.
  public var description: String { "Still alive: \(survivors.joined(separator: ", "))." }
}
