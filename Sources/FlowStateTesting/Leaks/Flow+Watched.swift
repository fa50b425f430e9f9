public import FlowState

extension Flow {
  /// The same flow, of whose runs a check takes note.
  ///
  /// Flows that are nested in it are noted by the same check, unless they have one of their own.
  ///
  /// - Parameter leaks: Takes note of the steps and handlers of every run.
  /// - Returns: The flow.
  public func watched(by leaks: LeakCheck) -> Flow {
    var flow = self
    flow.probes = RunProbes(script: probes?.script, watch: leaks)
    return flow
  }
}
