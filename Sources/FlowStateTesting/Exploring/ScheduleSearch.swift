/// Enumerates the schedules of a setup, beginning with the fewest deviations from the plain order.
///
/// A deviation counts as one or as two.
///
/// The schedules of a setup are the paths through a tree. At each point where several acts are possible, pick 0 is the
/// plain one, and the others are deviations. A search doesn't know the acts: it returns the first picks of the next
/// schedule, and receives the number of possible picks at each point. After its first picks, a schedule continues with
/// pick 0.
///
/// Call ``next()`` until it returns nil. After each call, play a schedule that begins with its picks, and call
/// ``record(_:)`` with the trace of the schedule.
package struct ScheduleSearch: Sendable {
  /// The picks of one schedule, with the number of possible picks at each point.
  package struct Trace: Sendable {
    package private(set) var picks: [UInt32] = []
    /// The number of possible picks at each point.
    private(set) var counts: [UInt32] = []
    /// The number of those that count as at most one deviation. They come first.
    private(set) var singles: [UInt32] = []

    package init() {}

    /// Adds a point at which several picks were possible.
    ///
    /// - Parameters:
    ///   - pick: The pick, counted from 0.
    ///   - count: The number of possible picks.
    ///   - single: The number of those that count as at most one deviation; nil for all.
    package mutating func append(pick: Int, of count: Int, single: Int? = nil) {
      picks.append(UInt32(clamping: pick))
      counts.append(UInt32(clamping: count))
      singles.append(UInt32(clamping: single ?? count))
    }

    /// Drops the last picks at a point, because they have the same effect as others.
    mutating func limit(_ point: Int, to count: Int) {
      counts[point] = min(counts[point], UInt32(clamping: count))
      singles[point] = min(singles[point], counts[point])
    }

    /// Returns the picks at a point that deviate from the plain one.
    func deviations(at point: Int, areDouble: Bool) -> Range<UInt32> {
      areDouble ? singles[point]..<counts[point] : 1..<singles[point]
    }

    /// Returns whether a schedule can deviate at or after a point.
    func canDeviate(from start: Int, byDoubles areDouble: Bool) -> Bool {
      counts.indices.dropFirst(start).contains { !deviations(at: $0, areDouble: areDouble).isEmpty }
    }
  }

  private struct Played {
    let trace: Trace
    /// The first point after the last deviation.
    let start: Int
  }

  private let deviations: Int
  /// The number of deviations of the next schedules.
  private var depth = 0
  /// The schedules with one deviation less and with two deviations less, to which a deviation is added.
  private var parents: [Played] = []
  private var grandparents: [Played] = []
  private var children: [Played] = []
  /// A Boolean value that indicates whether the next deviation counts as two.
  private var isAddingDouble = false
  /// The parent and the point at which the next schedule deviates, with the remaining picks at this point.
  private var place: (parent: Int, point: Int, picks: Range<UInt32>) = (0, 0, 0..<0)
  private var nextStart = 0
  private var isAtStart = true
  /// A Boolean value that indicates whether a schedule could have had more deviations than the search allows.
  private var isBounded = false
  /// A Boolean value that indicates whether `next` has found no further schedule.
  private var isFinished = false

  /// Creates a search.
  ///
  /// - Parameter deviations: The maximum number of deviations of a schedule.
  package init(deviations: Int = .max) {
    self.deviations = deviations
  }

  /// A Boolean value that indicates whether every schedule of the setup was played.
  package var isExhaustive: Bool { isFinished && !isBounded }

  /// Returns the first picks of the next schedule; nil if all schedules were played.
  package mutating func next() -> [UInt32]? {
    if isAtStart {
      isAtStart = false
      return []
    }
    while true {
      if let beginning = nextChild() { return beginning }
      if depth > 0, !isAddingDouble {
        isAddingDouble = true
      } else {
        (grandparents, parents, children) = (parents, children, [])
        guard depth < deviations, !(parents.isEmpty && grandparents.isEmpty) else {
          isFinished = true
          return nil
        }
        depth += 1
        isAddingDouble = false
      }
      begin(0)
    }
  }

  private var current: [Played] { isAddingDouble ? grandparents : parents }

  /// Starts with the points of a parent.
  private mutating func begin(_ parent: Int) {
    place = (parent, current.indices.contains(parent) ? current[parent].start - 1 : 0, 0..<0)
  }

  /// Returns the next child of the current parents.
  private mutating func nextChild() -> [UInt32]? {
    while place.parent < current.count {
      let parent = current[place.parent].trace
      while true {
        if let pick = place.picks.popFirst() {
          nextStart = place.point + 1
          return parent.picks[..<place.point] + [pick]
        }
        place.point += 1
        guard place.point < parent.counts.count else { break }
        place.picks = parent.deviations(at: place.point, areDouble: isAddingDouble)
      }
      begin(place.parent + 1)
    }
    return nil
  }

  /// Records the schedule that began with the picks from `next`.
  package mutating func record(_ trace: Trace) {
    let played = Played(trace: trace, start: nextStart)
    let (hasSingles, hasDoubles) = (
      trace.canDeviate(from: nextStart, byDoubles: false), trace.canDeviate(from: nextStart, byDoubles: true)
    )
    if depth >= deviations, hasSingles { isBounded = true }
    if depth >= deviations - 1, hasDoubles { isBounded = true }
    if depth < deviations, hasSingles || hasDoubles { children.append(played) }
  }
}
