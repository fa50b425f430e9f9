/// Who takes note of a step's results, because it waits for them.
@usableFromInline
enum Collector<Result> {
  /// The only step that is waited for.
  case latest(Latest<Result>)
  /// One of several.
  case place(Int, in: LatestOfMany<Result>)

  /// Takes note of a result, before the step's completion closure.
  @inlinable
  func collect(_ result: Result?) {
    switch self {
    case .latest(let latest): latest.collect(result)
    case .place(let place, let latest): latest.collect(result, at: place)
    }
  }
}
