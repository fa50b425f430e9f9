/// An error that lists objects that are alive after their run should have ended.
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

  /// The names of the ended runs whose queues have waiting messages, which can keep survivors alive.
  public let unplayedRuns: [String]

  /// Creates an error.
  ///
  /// - Parameters:
  ///   - survivors: The names of the survivors.
  ///   - unplayedRuns: The names of the ended runs whose queues have waiting messages.
  public init(survivors: [String], unplayedRuns: [String] = []) {
    self.survivors = survivors
    self.unplayedRuns = unplayedRuns
  }

  /// A sentence that lists the survivors, and a second one if the queue must be played first.
  public var description: String {
    let sentence = "Still alive: \(survivors.joined(separator: ", "))."
    if unplayedRuns.isEmpty { return sentence }
    return
      "\(sentence) Late reports wait on the queue of \(unplayedRuns.joined(separator: ", ")); play the queue first."
  }
}
