/// Receives the end of a run, in two phases. Confined to the queue of the run.
class RunCompletion {
  /// The type of the missing result; nil if no result is missing. Read before the run completes.
  var missingResult: String? { nil }

  /// Called when the run has settled. Its steps still exist, so read the result now.
  func runSettled(_ ending: FlowOutcome<Never>) {}

  /// Called once after ``runSettled(_:)``, when nothing of the run is alive.
  func runEnded() {}
}

/// Passes the outcome of a flow's run to a closure.
final class FlowCompletion<Content, Result>: RunCompletion {
  private let run: FlowRunID
  private let watch: (any RunProbe)?
  private let scope: FlowScope<Content, Result>
  private let body: (FlowOutcome<Result>) -> Void
  private var outcome = FlowOutcome<Result>.cancelled

  init(of run: Run, _ scope: FlowScope<Content, Result>, _ body: @escaping (FlowOutcome<Result>) -> Void) {
    self.run = run.id
    watch = run.probes?.watch
    self.scope = scope
    self.body = body
  }

  override var missingResult: String? {
    FlowValueType(of: Result.self).isNothing || !scope.lacksResult ? nil : FlowValueType(of: Result.self).name
  }

  override func runSettled(_ ending: FlowOutcome<Never>) {
    switch ending {
    case .completed: outcome = .completed(scope.takeResult())
    case .failed(let error): outcome = .failed(error)
    case .cancelled: outcome = .cancelled
    }
  }

  override func runEnded() {
    scope.disconnect()
    watch?.ended(run)
    let outcome = outcome
    self.outcome = .cancelled
    body(outcome)
  }
}

/// Passes the ending of a run without a result to a closure.
final class ClosureCompletion: RunCompletion {
  private let body: (FlowOutcome<Never>) -> Void
  private var ending = FlowOutcome<Never>.cancelled

  init(_ body: @escaping (FlowOutcome<Never>) -> Void) {
    self.body = body
  }

  override func runSettled(_ ending: FlowOutcome<Never>) {
    self.ending = ending
  }

  override func runEnded() {
    body(ending)
  }
}
