/// The ends of a journal at which a ``CrashExplorer`` crashes a process.
///
/// ```swift
/// try await explorer.explore(crashes: 2, cuts: .every(16))
/// ```
public enum CrashCuts: Sendable, Hashable {
  /// Before and after each call that changes the disk.
  case calls
  /// Also after each byte that a call writes.
  case everyByte
  /// Also after some bytes that a call writes: each n-th, beginning with the first.
  case every(Int)

  /// The numbers of bytes after which a call is cut that writes some bytes.
  func places(in count: Int) -> [Int] {
    switch self {
    case .calls: []
    case .everyByte: Array(1..<max(count, 1))
    case .every(let step): Array(stride(from: 1, to: count, by: max(step, 1)))
    }
  }
}

/// A report of what an exploration has covered.
///
/// ```swift
/// print(try await explorer.explore(crashes: 2, cuts: .calls))
/// // 2310 crashes in 1 way through the flow, 410 of which left something different and were played to the end.
/// ```
public struct CrashCoverage: Sendable, Equatable, CustomStringConvertible {
  /// The number of ways through the flow: the combinations of the answers of the setup.
  public internal(set) var ways = 0
  /// The number of random orders.
  public internal(set) var orders = 0
  /// The number of crashes whose disk was opened again.
  public internal(set) var crashes = 0
  /// The number of crashes that left something that no other crash had left, after which new processes went on to the end.
  public internal(set) var trials = 0
  /// Whether all crashes were played. False if a limit ended the exploration.
  public internal(set) var isComplete = true

  /// The report as a sentence.
  public var description: String {
    let places = "\(ways) \(ways == 1 ? "way" : "ways") through the flow"
    if orders > 0 { return "\(orders) orders and \(crashes) crashes in \(places)." }
    return "\(crashes) crashes in \(places), \(trials) of which left something different and were played to the end"
      + (isComplete ? "." : "; the limit left out others.")
  }
}
