import FlowState

extension WholeRun {
  /// Everything from the flow's value to the result in the caller's hands: nothing of the run is alive then.
  static let flowState = Contender("FlowState") { size, stopwatch in
    stopwatch.start()
    let value = try SynchronousChain.flow(of: size).runAndWait(0)
    stopwatch.stop()
    return value ?? -1
  }
}
