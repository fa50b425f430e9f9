public import FlowDurable
public import FlowStateTesting

extension DurableFlow {
  /// Returns a copy of the flow with a script that answers its steps.
  ///
  /// ```swift
  /// let order = try orderFlow().scripted(by: ["charge": [.failure(Declined()), .result(Payment(id: "p1"))]])
  /// ```
  ///
  /// Steps that wait for time or for a message aren't answered: advance the clock of the store, or send the message. In
  /// each process, that is, for each script, the answers begin again.
  ///
  /// - Parameter script: The script that answers the steps of every run.
  /// - Returns: The flow.
  public func scripted(by script: FlowScript) -> DurableFlow {
    probed(script: script)
  }

  /// Returns a copy of the flow with a leak check that watches its runs.
  ///
  /// A run that rests in its store has no objects in memory.
  ///
  /// - Parameter leaks: The check that records the steps and handlers of every run.
  /// - Returns: The flow.
  public func watched(by leaks: LeakCheck) -> DurableFlow {
    probed(watch: leaks)
  }
}
