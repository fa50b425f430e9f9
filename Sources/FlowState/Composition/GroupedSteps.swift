/// The children of a ``ConcurrentFlowStep`` or a ``RaceFlowStep``: the first step of each chain.
///
/// Confined to the queue of the run.
final class GroupedSteps {
  private var steps: [AnyFlowStep]
  private let rule: LaneGroup.Rule

  init(_ steps: [any Startable], until rule: LaneGroup.Rule) {
    self.steps = steps.map(AnyFlowStep.of)
    self.rule = rule
  }

  deinit {
    IterativeRelease.shallowly {
      release()
    } keeping: {
      steps
    }
  }

  func start(by step: AnyFlowStep, in lane: Lane) -> AnyFlowStep.Progress {
    step.attach(LaneGroup.start(steps.count, { [steps] in steps[$0] }, until: rule, in: lane.run) { _ in () }, in: lane)
  }

  func release() { steps = [] }
}
