/// Something is alive of a run that has ended.
///
/// ```swift
/// do {
///   try leaks.requireNothingAlive()
/// } catch {
///   print(error)  // 2 objects outlive their run: handler of step 'Edit', step 'Edit'.
/// }
/// ```
public struct LeakError: Error, Equatable, CustomStringConvertible {
  /// What is alive, sorted: `step 'Edit'`, `handler of step 'Edit'`.
  public let survivors: [String]

  /// Makes an error.
  ///
  /// - Parameter survivors: What is alive.
  public init(survivors: [String]) {
    self.survivors = survivors
  }

  /// A sentence that lists what is alive.
  public var description: String {
    let list = survivors.joined(separator: ", ")
    return survivors.count == 1
      ? "1 object outlives its run: \(list)." : "\(survivors.count) objects outlive their run: \(list)."
  }
}
