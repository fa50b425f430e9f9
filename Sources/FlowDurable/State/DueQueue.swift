/// The runs that are due, now or later.
///
/// Entries aren't removed when a run changes. An entry is valid only if the run is still due at the entry's time.
struct DueQueue: Sendable {
  /// A run and the time at which it is due.
  struct Entry: Comparable, Sendable {
    let due: Int64
    let run: Int

    static func < (left: Entry, right: Entry) -> Bool {
      left.due < right.due || left.due == right.due && left.run < right.run
    }
  }

  /// A flow in a queue.
  struct Source: Hashable, Sendable {
    let queue: Int32
    let flow: Int32
  }

  /// The runs of a source with the same priority and tenant, which compete only by time.
  struct Group: Hashable, Sendable {
    let priority: Int32
    let tenant: Int32
  }

  private(set) var timers = MinimumHeap<Entry>()
  private var ready: [Source: [Group: MinimumHeap<Entry>]] = [:]

  /// Adds a timer.
  mutating func schedule(_ run: Int, at due: Int64) {
    timers.insert(Entry(due: due, run: run))
  }

  /// Removes and returns the first timer that is due at or before a time; nil if there is none.
  mutating func popTimer(by now: Int64) -> Entry? {
    guard let first = timers.first, first.due <= now else { return nil }
    return timers.popFirst()
  }

  /// Replaces the timers, after most of them have become invalid.
  mutating func replaceTimers(_ entries: [Entry]) {
    timers = MinimumHeap(entries)
  }

  /// Adds a run that is due.
  mutating func add(_ run: Int, due: Int64, to source: Source, _ group: Group) {
    ready[source, default: [:]][group, default: MinimumHeap()].insert(Entry(due: due, run: run))
  }

  /// Takes due runs: higher priorities first, then the tenant with the fewest held runs, then the run that has been due
  /// for the longest time.
  ///
  /// - Parameters:
  ///   - sources: The pairs of a flow and its queue.
  ///   - limit: The maximum number of runs to take.
  ///   - load: Returns the number of held runs of a tenant.
  ///   - isValid: Returns whether an entry is still valid.
  ///   - take: Takes a run. Returns whether it counts for the limit and for its tenant.
  mutating func take(
    from sources: [Source], limit: Int, load: (Int32) -> Int, isValid: (Entry) -> Bool, take: (Int) -> Bool
  ) {
    var count = 0
    var additions: [Int32: Int] = [:]
    var heads: [Candidate] = []
    for source in sources {
      for group in ready[source]?.keys.map({ $0 }) ?? [] {
        if let head = head(of: source, group, isValid) {
          heads.append(Candidate(source: source, group: group, load: load(group.tenant), head: head))
        }
      }
    }
    var candidates = MinimumHeap(heads)
    while count < limit, var first = candidates.popFirst() {
      let load = load(first.group.tenant) + (additions[first.group.tenant] ?? 0)
      guard load == first.load else {
        first.load = load
        candidates.insert(first)
        continue
      }
      let addition = take(first.head.run) ? 1 : 0
      count += addition
      additions[first.group.tenant, default: 0] += addition
      _ = ready[first.source]?[first.group]?.popFirst()
      if let head = head(of: first.source, first.group, isValid) {
        candidates.insert(Candidate(source: first.source, group: first.group, load: load + addition, head: head))
      }
    }
  }

  /// Returns the first valid entry of a group. Removes the entries before it, and the group if it is empty.
  private mutating func head(of source: Source, _ group: Group, _ isValid: (Entry) -> Bool) -> Entry? {
    while let first = ready[source]?[group]?.first {
      if isValid(first) { return first }
      _ = ready[source]?[group]?.popFirst()
    }
    ready[source]?[group] = nil
    return nil
  }

  /// The first run of a group.
  private struct Candidate: Comparable, Sendable {
    let source: Source
    let group: Group
    var load: Int
    let head: Entry

    static func < (left: Candidate, right: Candidate) -> Bool {
      if left.group.priority != right.group.priority { return left.group.priority > right.group.priority }
      if left.load != right.load { return left.load < right.load }
      return left.head < right.head
    }

    static func == (left: Candidate, right: Candidate) -> Bool { left.head == right.head && left.load == right.load }
  }
}
