import Synchronization

/// The ways in which a run begins.
extension Run {
  /// Begins a bare run.
  func beginOpen(with first: AnyFlowStep) {
    eventLoop.post(
      ClosureMessage { [self] in
        begin(parent: nil) { first }
      })
  }

  /// Begins a run of one step's chain. The run ends at rest.
  func beginOnce(with first: AnyFlowStep, conclude: @escaping (FlowOutcome<Never>) -> Void) {
    eventLoop.post(
      ClosureMessage { [self] in
        begin(parent: nil, completion: ClosureCompletion(conclude)) { first }
      })
  }

  /// Begins a flow's run, unless it was cancelled before. Called on the queue.
  func begin(parent: FlowPlace?, completion: any RunCompletion, build: () -> AnyFlowStep) {
    self.completion = completion
    if isCancelled.load(ordering: .acquiring) { return settle(.cancelled) }
    begin(parent: parent, build: build)
  }

  /// Builds the steps and starts the first one. Called on the queue.
  private func begin(parent: FlowPlace?, build: () -> AnyFlowStep) {
    let lane = Lane(in: self, for: nil, isOpen: isOpen)
    root = lane
    if let durability { lane.continueCounting(from: durability.part.visits) }
    if isObserved {
      let isResumed = durability?.part.isResumed ?? false
      report(isResumed ? .runResumed : .runBegan(parent: parent), of: nil, at: lane.place)
      for assignment in assignments where assignment.isExposedAtStart { assignment.expose(in: self) }
    }
    let outer = eventLoop.exchangeLane(lane)
    let outerBuilder = eventLoop.beginBuilding(in: ownsSteps ? lane : nil)
    let first = build()
    eventLoop.endBuilding(leavingTo: outerBuilder)
    eventLoop.restoreLane(outer)
    lane.startSoon(first)
  }
}
