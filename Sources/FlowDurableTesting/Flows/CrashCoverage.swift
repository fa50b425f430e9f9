/// The places in the journal's writes at which a ``CrashExplorer`` crashes a process.
///
/// ```swift
/// try await explorer.explore(crashes: 2, cuts: .every(16))
/// ```
public enum CrashCuts: Sendable, Hashable {
  /// Before and after each call that changes the disk.
  case calls
  /// Also after each byte of a write.
  case everyByte
  /// Also after some bytes of a write: every n-th byte, beginning with the first.
  case every(Int)

  /// Returns the numbers of bytes after which a write is cut.
  func places(in count: Int) -> [Int] {
    switch self {
    case .calls: []
    case .everyByte: Array(1..<max(count, 1))
    case .every(let step): Array(stride(from: 1, to: count, by: max(step, 1)))
    }
  }
}

/// A report of an exploration's coverage.
///
/// ```swift
/// print(try await explorer.explore(crashes: 2, cuts: .calls))
/// // 2310 crashes in 1 way through the flow, 410 of which left something different and were played to the end.
/// ```
public struct CrashCoverage: Sendable, Equatable, CustomStringConvertible {
  /// The number of ways through the flow that were explored, that is, of combinations of the setup's answers.
  public internal(set) var ways = 0
  /// The number of random orders.
  public internal(set) var orders = 0
  /// The number of crashes after which the disk was opened again.
  public internal(set) var crashes = 0
  /// The number of crashes whose remains differ from those of all other crashes, so that new processes continued to the
  /// end.
  public internal(set) var trials = 0
  /// Whether all crashes were explored. False if a limit ended the exploration, or if there were more ways through the flow
  /// than the limit or the seeds allowed.
  public internal(set) var isComplete = true

  /// The report as a sentence.
  public var description: String {
    let places = "\(ways) \(ways == 1 ? "way" : "ways") through the flow"
    if orders > 0 {
      return "\(orders) orders and \(crashes) crashes in \(places)" + (isComplete ? "." : "; other ways had no seed.")
    }
    return "\(crashes) crashes in \(places), \(trials) of which left something different and were played to the end"
      + (isComplete ? "." : "; the limit left out others.")
  }
}
