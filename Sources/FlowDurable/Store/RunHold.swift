import Synchronization

/// Stands for the work of a process for a claimed run. The worker releases it when it no longer works for the run.
///
/// A store with a single process has no lease to lose until then: a process that was suspended, or whose threads were
/// blocked, would otherwise take over its own runs. The store treats a hold without references as released.
package final class RunHold: Sendable, Hashable {
  private let released = Atomic(false)

  init() {}

  var isReleased: Bool { released.load(ordering: .acquiring) }

  /// Lets other workers claim the run when its lease has ended, even if a store in between keeps the claim.
  func release() {
    released.store(true, ordering: .releasing)
  }

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

  /// Extends the leases that have ended of runs that workers of this process still hold. No other process can claim
  /// them, so a lease that ends while a worker is suspended or busy would only let the process take over its own runs.
  mutating func extendDue(in state: inout StoreState<some StorePlace>, at now: StoreTime) {
    for run in entries.keys.sorted() {
      guard let index = state.table.index(of: run), state.table[index].phase == .held,
        state.table[index].due <= now.milliseconds, let entry = entries[run]
      else { continue }
      if entry.hold?.isReleased ?? true {
        entries[run] = nil
      } else {
        let until = now.advanced(by: max(.milliseconds(1), entry.lease))
        // A lease ends with its process, so the journal needs no line.
        try? state.apply(.append(run: run, [], then: .hold(until: until), at: now), at: [])
      }
    }
  }
}
