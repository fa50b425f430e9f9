import Synchronization

extension FlowRun {
  /// Cancels the run as another thread does while the caller's closure executes.
  package func cancelAsFromElsewhere() {
    run.isCancelled.store(true, ordering: .releasing)
    run.eventLoop.postLater(ClosureMessage { [run] in run.cancel() })
  }
}
