/// What a run notes while it runs, to tell at rest what it has probably forgotten.
///
/// Confined to the queue of the run. A run has one only if an observer wants findings. The log stays small: it keeps the names of the
/// steps that have received content and haven't started, and no steps.
final class FindingLog {
  /// The step of the run's own chain that has completed last.
  struct LastStep {
    let name: String
    /// Whether a closure receives its completions.
    let isReceived: Bool
    /// Whether its result is of a type that says something.
    let yieldsResult: Bool
  }

  /// The steps that have received content and haven't started: their names, each with when it received content.
  private var expected: [String: Int] = [:]
  private var contents = 0
  /// The last step; nil before the first one, and after a failure, whose route has decided to end.
  private(set) var last: LastStep?
  /// The type of the missing result; nil if no result is missing.
  var missingResult: String?

  /// Records that a step has received content.
  func received(_ step: AnyFlowStep) {
    guard !step.hasStarted else { return }
    contents += 1
    expected[step.identifier] = step.hasContent ? contents : nil
  }

  /// Records that a step starts.
  func began(_ step: AnyFlowStep) {
    if !expected.isEmpty { expected[step.identifier] = nil }
  }

  /// Records that a step of the run's own chain has completed. Its completion closure is called next.
  func completed(_ step: AnyFlowStep) {
    last = LastStep(name: step.identifier, isReceived: step.isReceived, yieldsResult: step.yieldsResult)
  }

  /// Records that a step of the run's own chain has failed.
  func failed() {
    last = nil
  }

  /// Returns the names of the steps that have received content and haven't started, in that order, once.
  func takeExpected() -> [String] {
    defer { expected = [:] }
    return expected.sorted { $0.value < $1.value }.map(\.key)
  }
}
