/// The latest results of several steps that other code waits for, in the order of the steps. One object holds all results,
/// because there can be many.
@usableFromInline
final class LatestOfMany<Result> {
  /// The results, until they are taken. Guarded by the queue of the steps' run.
  @usableFromInline @exclusivity(unchecked) var results: [Result?]

  /// Begins to collect the results of several steps.
  @inlinable
  init(of steps: [FlowStep<some Any, Result>]) {
    results = Array(repeating: nil, count: steps.count)
    for place in steps.indices {
      steps[place].prepareToCollect()
      steps[place].collector = .many(self)
      steps[place].collectedPlace = UInt32(place)
    }
    // A step that is listed twice has the later place.
    for place in steps.indices where steps[place].collectedPlace != UInt32(place) { steps[place].trapListedTwice() }
  }

  @inlinable
  func collect(_ result: Result?, at place: Int) {
    // The steps refer to this object for longer than other code waits for it.
    if place < results.count { results[place] = result }
  }

  /// Returns the results and releases them.
  @inlinable
  func take() -> [Result?] {
    let all = results
    results = []
    return all
  }
}

extension AnyFlowStep {
  /// Traps because one step has two places among those whose results are collected.
  @usableFromInline
  final func trapListedTwice() -> Never {
    trap(
      """
      Step '\(identifier)' is listed twice in a step that collects results. A step is at work for one start at a time, and has one \
      result; make a step for each place.
      """)
  }
}
