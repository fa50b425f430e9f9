/// The order of runs in the result of a query, with the store's numbers in place of names.
struct RunSort {
  /// The place of a run in the order.
  struct Place: Comparable, Sendable {
    let value: Int64
    let run: Int
    let isReversed: Bool

    /// The same place in the opposite order.
    var reversed: Place { Place(value: value, run: run, isReversed: !isReversed) }

    static func < (left: Place, right: Place) -> Bool {
      left.isReversed
        ? (right.value, right.run) < (left.value, left.run) : (left.value, left.run) < (right.value, right.run)
    }
  }

  private let order: RunOrder
  private let isReversed: Bool
  /// The ranks of the workers' names, by the numbers of the names.
  private let ranks: [Int64]

  init(_ query: RunQuery, _ names: NameTable) {
    order = query.order
    isReversed = query.newestFirst
    ranks = query.order == .worker ? names.ranks : []
  }

  func place<Kept>(of run: UnsafePointer<StoredRun<Kept>>) -> Place {
    let value: Int64 =
      switch order {
      case .number: 0
      case .changed: run.pointee.changed
      // A time from a journal can be any number.
      case .duration: run.pointee.changed.subtractingReportingOverflow(run.pointee.began).partialValue
      case .attempts: Int64(run.pointee.claims)
      case .worker: run.pointee.worker < 0 ? -1 : ranks[Int(run.pointee.worker)]
      }
    return Place(value: value, run: run.pointee.number, isReversed: isReversed)
  }
}

extension NameTable {
  /// The ranks of the names in the order of their bytes, by their numbers.
  fileprivate var ranks: [Int64] {
    let sorted = (0..<Int32(count)).sorted { self[$0].utf8.lexicographicallyPrecedes(self[$1].utf8) }
    var ranks = [Int64](repeating: 0, count: count)
    for (rank, number) in sorted.enumerated() { ranks[Int(number)] = Int64(rank) }
    return ranks
  }
}
