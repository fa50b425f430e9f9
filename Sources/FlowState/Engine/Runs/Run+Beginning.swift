import Synchronization

/// The ways in which a run begins.
extension Run {
  /// Begins a bare run of a step's chain.
  ///
  /// - Parameters:
  ///   - first: The step.
  ///   - completion: Receives the end of a run that ends at rest; nil if the run stays open.
  func begin(with first: AnyFlowStep, _ completion: (any RunCompletion)? = nil) {
    eventLoop.post(ClosureMessage { [self] in begin(parent: nil, completion: completion) { first } })
  }

  /// Begins a run, unless it was cancelled before. Called on the queue.
  func begin(parent: FlowPlace?, completion: (any RunCompletion)?, build: () -> AnyFlowStep) {
    begin(completion) { lane in makeSteps(in: lane, parent: parent, build) }
  }

  /// Builds the steps and starts the first one. Called on the queue.
  private func makeSteps(in lane: Lane, parent: FlowPlace?, _ build: () -> AnyFlowStep) {
    if isObserved {
      let isResumed = durability?.isResumed ?? false
      report(isResumed ? .runResumed : .runBegan(parent: parent), of: nil, at: lane.place)
      for assignment in assignments where assignment.isExposedAtStart { expose(assignment) }
    }
    let outer = eventLoop.exchangeLane(lane)
    let outerBuilder = eventLoop.beginBuilding(in: ownsSteps ? lane : nil)
    let first = build()
    eventLoop.endBuilding(leavingTo: outerBuilder)
    eventLoop.restoreLane(outer)
    lane.startSoon(first)
  }

  /// Reports to the observer that the unit has met its variant of an experiment, once. A unit that doesn't take part meets none.
  ///
  /// The run that has the assignment reports it, if it executes on the same queue: this run can have an observer of its own.
  func expose(_ assignment: RunAssignment) {
    var owner: Run? = self
    while let run = owner, !run.assignments.contains(where: { $0.isSame(as: assignment) }) { owner = run.parent }
    let run = owner.flatMap { $0.isObserved ? $0 : nil } ?? self
    guard run.isObserved, assignment.takeExposure() else { return }
    run.report(.variantExposed(assignment.assignment), of: nil, at: run.place)
  }
}
