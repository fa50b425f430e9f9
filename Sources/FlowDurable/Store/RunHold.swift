/// Stands for the work of a process for a claimed run. The worker keeps it as long as it works for the run.
///
/// A store with a single process has no lease to lose while the object exists: a process that was suspended, or whose
/// threads were blocked, would otherwise take over its own runs.
package final class RunHold: Sendable, Hashable {
  init() {}

  /// Holds don't distinguish claims.
  package static func == (left: RunHold, right: RunHold) -> Bool { true }

  package func hash(into hasher: inout Hasher) {}
}

/// Whether the caller of a claim keeps the claimed runs. All values are equal.
struct RunHolding: Sendable, Hashable {
  var isOn = false

  static func == (left: RunHolding, right: RunHolding) -> Bool { true }

  func hash(into hasher: inout Hasher) {}
}

/// The holds of the runs that workers of this process have claimed. A value that the store protects.
struct RunHolds {
  private struct Entry {
    weak var hold: RunHold?
    let lease: Duration
  }

  private var entries: [Int: Entry] = [:]

  /// Adds a hold to a claim.
  mutating func add(to claim: inout ClaimedRun, lease: Duration) {
    let hold = RunHold()
    claim.hold = hold
    entries[claim.run.rawValue] = Entry(hold: hold, lease: lease)
  }

  /// Removes the hold of a run that no longer belongs to a worker.
  mutating func remove(_ run: Int) {
    if !entries.isEmpty { entries[run] = nil }
  }

  /// Returns the runs that workers still hold, with their leases, in the order of their numbers.
  mutating func held(where isDue: (Int) -> Bool) -> [(run: Int, lease: Duration)] {
    var held: [(run: Int, lease: Duration)] = []
    for (run, entry) in entries where isDue(run) {
      if entry.hold == nil { entries[run] = nil } else { held.append((run, entry.lease)) }
    }
    return held.sorted { $0.run < $1.run }
  }
}
