import Synchronization

/// How a run begins.
extension Run {
  /// Begins a bare run.
  func beginOpen(with first: AnyFlowStep) {
    conductor.post(
      Errand { [self] in
        begin(parent: nil) { first }
      })
  }

  /// Begins a run of one step's chain, which ends at rest.
  func beginOnce(with first: AnyFlowStep, conclude: @escaping (FlowEvent.Ending) -> Void) {
    conductor.post(
      Errand { [self] in
        begin(parent: nil) { ending in
          { conclude(ending) }
        } build: {
          first
        }
      })
  }

  /// Begins a flow's run, unless it was cancelled before. On the queue.
  func begin(
    parent: FlowPlace?, conclude: @escaping (FlowEvent.Ending) -> () -> Void, build: () -> AnyFlowStep
  ) {
    self.conclude = conclude
    if isCancelled.load(ordering: .acquiring) { return settle(.cancelled) }
    begin(parent: parent, build: build)
  }

  /// Builds the steps and lets the first one start. On the queue.
  private func begin(parent: FlowPlace?, build: () -> AnyFlowStep) {
    let lane = Lane(in: self, isOpen: isOpen)
    root = lane
    if isObserved {
      report(.runBegan(parent: parent), step: nil, at: lane.place)
      for assignment in assignments { report(.variantAssigned(assignment), step: nil, at: lane.place) }
    }
    let outer = conductor.exchangeLane(lane)
    steps.isBuilding = ownsSteps
    let first = build()
    steps.isBuilding = false
    conductor.setLane(outer)
    lane.begin(first)
  }
}
