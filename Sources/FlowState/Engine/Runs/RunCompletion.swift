/// A type that receives the end of a run, in two phases. Confined to the queue of the run.
protocol RunCompletion: AnyObject {
  /// The type of the missing result; nil if no result is missing. Read before the run completes.
  var missingResult: String? { get }

  /// Called when the run has settled, and again if undoing its visits has failed. Its steps still exist, so read the result now.
  func runSettled(_ ending: FlowOutcome<Never>)

  /// Called once after ``runSettled(_:)``, when nothing of the run is alive.
  func runEnded(_ ending: FlowOutcome<Never>)
}

/// A completion that passes the ending of a run without a result to a closure.
final class ClosureCompletion: RunCompletion {
  private let body: (FlowOutcome<Never>) -> Void

  init(_ body: @escaping (FlowOutcome<Never>) -> Void) {
    self.body = body
  }

  var missingResult: String? { nil }

  func runSettled(_ ending: FlowOutcome<Never>) {}

  func runEnded(_ ending: FlowOutcome<Never>) { body(ending) }
}
