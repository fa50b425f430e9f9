/// Enumerates the schedules of a setup, those with the fewest deviations from the plain order first.
///
/// The schedules of a setup are the paths through a tree. At each point where several things can happen, pick 0 is the plain
/// one, and the others are deviations. A search knows nothing of what is picked: it says with which picks the next schedule
/// begins, and learns how many picks there were at each point. After the beginning, a schedule goes on with pick 0.
///
/// Call ``next()`` until it returns nil. After each call, play a schedule that begins with its picks, and call ``record(_:)`` with the
/// trace of the schedule.
package struct ScheduleSearch: Sendable {
  /// The picks of one schedule, and their number at each point.
  package struct Trace: Sendable {
    package private(set) var picks: [UInt16] = []
    private(set) var counts: [UInt16] = []

    package init() {}

    /// Adds a point at which there were several picks.
    package mutating func append(pick: Int, of count: Int) {
      picks.append(UInt16(clamping: pick))
      counts.append(UInt16(clamping: count))
    }
  }

  private struct Played {
    let trace: Trace
    /// The first point after the last deviation.
    let start: Int
  }

  private let deviations: Int
  /// The number of deviations of the schedules that come next.
  private var depth = 0
  /// The schedules with one deviation less, to which another one is added.
  private var parents: [Played] = []
  private var children: [Played] = []
  /// The parent, and the point and pick at which the next schedule deviates.
  private var place: (parent: Int, point: Int, pick: Int) = (0, 0, 0)
  private var nextStart = 0
  private var isAtStart = true
  /// A Boolean value that indicates whether a schedule could have deviated more often than the search allows.
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

  /// Returns the picks with which the next schedule begins, or nil if all were played.
  package mutating func next() -> [UInt16]? {
    if isAtStart {
      isAtStart = false
      return []
    }
    while true {
      while place.parent < parents.count {
        let parent = parents[place.parent]
        if let beginning = advance(in: parent) { return beginning }
        place.parent += 1
        place.point = place.parent < parents.count ? parents[place.parent].start : 0
        place.pick = 0
      }
      parents = children
      children = []
      depth += 1
      guard !parents.isEmpty else {
        isFinished = true
        return nil
      }
      place = (0, parents[0].start, 0)
    }
  }

  /// Returns the next child of a schedule.
  private mutating func advance(in parent: Played) -> [UInt16]? {
    while place.point < parent.trace.counts.count {
      place.pick += 1
      if place.pick < parent.trace.counts[place.point] {
        nextStart = place.point + 1
        return parent.trace.picks[..<place.point] + [UInt16(place.pick)]
      }
      place.point += 1
      place.pick = 0
    }
    return nil
  }

  /// Records the schedule that `next` has begun.
  package mutating func record(_ trace: Trace) {
    let played = Played(trace: trace, start: nextStart)
    guard depth < deviations else {
      isBounded = isBounded || played.start < trace.counts.count
      return
    }
    children.append(played)
  }
}
