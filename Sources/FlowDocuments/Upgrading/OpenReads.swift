import FlowState

/// The values that steps ahead of a place read, and that no step between gives.
///
/// Thousands of runs can stand at one place, so the values of a place are found once.
final class OpenReads: Sendable {
  private struct Start: Hashable {
    let way: Int
    let place: Int
  }

  let ways: [StepWays]
  /// All reads of the document, in the order of the nodes.
  private let all: [ValueRead]
  private let count: Int
  private let found = Locked<[Start: [ValueRead]]>([:])

  /// Prepares the search.
  ///
  /// - Parameters:
  ///   - ways: The ways of the document.
  ///   - reads: The reads, in the order of the nodes.
  ///   - count: The number of steps.
  init(_ ways: [StepWays], _ reads: [ValueRead], count: Int) {
    (self.ways, all, self.count) = (ways, reads, count)
  }

  /// Returns the index in ``ways`` for a variant; nil if the document has no such variant.
  func way(of variant: String?) -> Int? {
    ways.firstIndex { $0.variants.isEmpty || $0.variants.contains(variant ?? "") }
  }

  /// Returns the reads of values that a run which stands at a step must have already, in the order of the nodes.
  ///
  /// - Parameters:
  ///   - place: The place of the step.
  ///   - way: The place of the way.
  /// - Returns: The reads.
  func reads(from place: Int, on way: Int) -> [ValueRead] {
    let start = Start(way: way, place: place)
    if let known = found.withLock({ $0[start] }) { return known }
    let tree = DominatorTree(from: place, ways[way].graph)
    let open = all.filter { tree.isReached($0.node) && !tree.passes(count + $0.step, before: $0.node) }
    found.withLock { $0[start] = open }
    return open
  }

  /// The number of places whose reads were found.
  var searches: Int { found.withLock { $0.count } }
}
