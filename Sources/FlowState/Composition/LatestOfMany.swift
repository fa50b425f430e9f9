/// The latest results of several steps that are waited for, in the order of the steps. One object for all of them, because
/// there can be very many.
@usableFromInline
final class LatestOfMany<Result> {
  /// The results, until they are handed over. Guard: the queue of the steps' run.
  @usableFromInline @exclusivity(unchecked) var results: [Result?]

  /// Begins to collect the results of steps.
  @inlinable
  init(of steps: [FlowStep<some Any, Result>]) {
    results = Array(repeating: nil, count: steps.count)
    for place in steps.indices {
      steps[place].prepareToCollect()
      steps[place].collector = .place(place, in: self)
    }
  }

  @inlinable
  func collect(_ result: Result?, at place: Int) {
    // The steps know this object for longer than anybody waits.
    if place < results.count { results[place] = result }
  }

  /// Hands the results over, for good.
  @inlinable
  func take() -> [Result?] {
    let all = results
    results = []
    return all
  }
}
