/// The properties that distinguish the counts of runs.
struct RunKind: Hashable, Sendable {
  let flow: Int32
  /// The number of the step's name, or -1.
  let position: Int32
  let phase: RunPhase
}

/// The number of runs of one kind.
struct RunTally: Sendable {
  /// The due time of a run that isn't due.
  static var never: Int64 { .max }

  let kind: RunKind
  var runs = 1
  /// The earliest time of the runs: for `ready`, the due time, and otherwise the time of the latest change.
  var oldest: Int64
  /// The earliest due time of the runs.
  var due: Int64

  /// Counts one run, which isn't copied.
  init<Place>(_ run: UnsafePointer<StoredRun<Place>>) {
    kind = RunKind(flow: run.pointee.flow, position: run.pointee.position, phase: run.pointee.phase)
    due = run.pointee.due
    oldest = kind.phase == .ready ? due : run.pointee.changed
  }

  mutating func add(_ other: RunTally) {
    runs += other.runs
    oldest = min(oldest, other.oldest)
    due = min(due, other.due)
  }

  /// The numbers of runs of several kinds.
  struct Sum {
    private(set) var tallies: [RunTally] = []
    private var places: [RunKind: Int] = [:]
    /// Most runs are of a few kinds, which this table finds without a dictionary.
    private var known = [Int](repeating: -1, count: 256)

    mutating func add(_ tally: RunTally) {
      let kind = tally.kind
      let slot = Int(truncatingIfNeeded: kind.flow &* 64 &+ kind.position &* 8 &+ Int32(kind.phase.rawValue)) & 255
      var place = known[slot]
      if place < 0 || tallies[place].kind != kind {
        place = places[kind] ?? -1
        if place < 0 {
          place = tallies.count
          places[kind] = place
          known[slot] = place
          return tallies.append(tally)
        }
        known[slot] = place
      }
      tallies[place].add(tally)
    }
  }
}
