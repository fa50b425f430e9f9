/// A log of a run's steps, from which the run at rest makes its findings.
///
/// Confined to the queue of the run. A run has a log only if an observer wants findings. The log stays small: it keeps
/// the names of the steps that have received content and haven't started, but not the steps.
final class FindingLog {
  /// The last completed step of the run's own chain.
  struct LastStep {
    let name: String
    /// Whether a closure receives the step's completions.
    let hasReceiver: Bool
    /// Whether the type of the result is neither `Any` nor `Void` nor `Never`.
    let yieldsResult: Bool
  }

  /// The names of the steps that have received content and haven't started, with the order in which they received it.
  private var expected: [String: Int] = [:]
  private var contents = 0
  /// The last completed step; nil before the first one, and after a failure whose route has ended the chain.
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
    last = LastStep(name: step.identifier, hasReceiver: step.hasReceiver, yieldsResult: step.yieldsResult)
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
