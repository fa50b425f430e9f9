public import FlowState

extension Flow {
  /// The same flow, with steps that a script answers.
  ///
  /// Flows that are nested in it are answered by the same script, unless they have one of their own.
  ///
  /// - Parameter script: Answers the steps of every run.
  /// - Returns: The flow.
  public func scripted(by script: FlowScript) -> Flow {
    var flow = self
    flow.probes = RunProbes(script: script, watch: probes?.watch)
    return flow
  }
}
