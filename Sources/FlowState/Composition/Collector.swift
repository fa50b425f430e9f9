/// The object that collects a step's results for the code that waits for them.
@usableFromInline
enum Collector<Result> {
  /// Collects for code that waits for this step only.
  case latest(Latest<Result>)
  /// Collects for code that waits for several steps.
  case many(LatestOfMany<Result>)

  /// Records a result, before the step's completion closure.
  ///
  /// - Parameters:
  ///   - result: The result.
  ///   - place: The place of the step among those that the code waits for.
  @inlinable
  func collect(_ result: Result?, at place: UInt32) {
    switch self {
    case .latest(let latest): latest.collect(result)
    case .many(let latest): latest.collect(result, at: Int(place))
    }
  }
}
