/// The object that collects a step's results for the code that waits for them.
@usableFromInline
enum Collector<Result> {
  /// Collects for code that waits for this step only.
  case latest(Latest<Result>)
  /// Collects for code that waits for several steps.
  case place(Int, in: LatestOfMany<Result>)

  /// Records a result, before the step's completion closure.
  @inlinable
  func collect(_ result: Result?) {
    switch self {
    case .latest(let latest): latest.collect(result)
    case .place(let place, let latest): latest.collect(result, at: place)
    }
  }
}
