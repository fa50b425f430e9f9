/// S6: S2's steps, each with a limit in time and further attempts, in a chain that somebody observes.
///
/// Nothing fails and nothing times out: this is what the precaution costs.
enum Wrapped {
  /// How often a step is tried, for everyone.
  static let attempts = 3
  /// How many seconds a step has, for everyone; longer than the benchmark takes.
  static let seconds = 600

  static let scenario = Scenario(
    "S6", "a chain of 2,000 asynchronous steps, each wrapped in retry, timeout and observer", size: 2_000,
    quickSize: 500, expecting: { advanced(through: $0) },
    [bareQueue, flowState, tasks, nio, openCombine])
}
