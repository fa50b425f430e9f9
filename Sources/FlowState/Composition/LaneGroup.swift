/// Children of one step under way: a lane for each, and the count of those that have not ended.
///
/// Confined to the queue of the run.
final class LaneGroup {
  private var lanes: [Lane] = []
  private var open = 0
  private var settle: ((FlowError?) -> Void)?

  /// Starts a lane for each of the chains that begin with `steps`, in order: what the first can do at once it does before
  /// the second starts.
  ///
  /// - Parameters:
  ///   - steps: The first step of each chain.
  ///   - run: The run that the lanes are part of.
  ///   - settle: Called once, when every chain has ended, or with the failure of the first that failed.
  func begin(_ steps: [AnyFlowStep], in run: Run, settle: @escaping (FlowError?) -> Void) {
    guard !steps.isEmpty else { return settle(nil) }
    self.settle = settle
    open = steps.count
    lanes = steps.map { _ in Lane(in: run, isOpen: false) { [self] _, ending in childEnded(ending) } }
    // The conductor moves the lane that was woken last first.
    for (lane, step) in zip(lanes, steps).reversed() { lane.begin(step) }
  }

  private func childEnded(_ ending: Lane.Ending) {
    open -= 1
    switch ending {
    case .failed(let error): end(error)
    case .rested: if open == 0 { end(nil) }
    }
  }

  private func end(_ failure: FlowError?) {
    let settle = settle.take()
    close()
    settle?(failure)
  }

  /// Ends the children that are under way; nothing is told any more.
  func close() {
    settle = nil
    let lanes = lanes
    self.lanes = []
    for lane in lanes.reversed() { lane.close() }
  }
}
