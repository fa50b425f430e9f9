import FlowState

extension FlowRun {
  /// Returns a cancelled run, in place of one that isn't started.
  static func cancelled(named identifier: String) -> FlowRun {
    let flow = Flow(Any.self, Void.self, identifier: identifier) { _ in
      FlowStep(Any.self, Void.self, identifier: identifier) { _ in nil }
    }
    let run = flow.reversible().start()
    run.cancel()
    return run
  }
}
