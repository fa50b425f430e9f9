public import FlowState

extension Flow {
  /// Returns a copy of the flow with a leak check that watches its runs.
  ///
  /// The same check watches nested flows, unless they have their own.
  ///
  /// - Parameter leaks: The check that records the steps and handlers of every run.
  /// - Returns: The flow.
  public func watched(by leaks: LeakCheck) -> Flow {
    var flow = self
    flow.probes = RunProbes(script: probes?.script, watch: leaks)
    return flow
  }
}
