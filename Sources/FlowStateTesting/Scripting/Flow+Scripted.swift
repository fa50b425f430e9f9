public import FlowState

extension Flow {
  /// Returns a copy of the flow with a script that answers its steps.
  ///
  /// The same script answers the steps of nested flows, unless they have their own.
  ///
  /// - Parameter script: The script that answers the steps of every run.
  /// - Returns: The flow.
  public func scripted(by script: FlowScript) -> Flow {
    var flow = self
    flow.probes = RunProbes(script: script, watch: probes?.watch)
    return flow
  }
}
