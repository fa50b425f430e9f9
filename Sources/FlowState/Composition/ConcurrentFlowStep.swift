/// A step that starts several chains at once and completes when every one of them has ended.
///
/// ```swift
/// let both = ConcurrentFlowStep(identifier: "Load", steps: [profile, pictures])
/// both.nextStep = display
/// ```
///
/// The children keep their `nextStep`: a child is done when its chain has ended. They are started in order; what the first
/// can do at once, it does before the second starts. A result of nil counts as done. If one fails, the step fails with that
/// failure as its cause, and the others are cancelled. Without children it completes at once. Starting it again begins
/// anew; late completions of before do not count.
///
/// Results are routed by the children's completion closures; to collect them in order use
/// `FlowStep(identifier:joining:)`.
///
/// Source: `ConcurentFlowStep` of the original FlowState.
public final class ConcurrentFlowStep: AnyFlowStep {
  private var steps: [AnyFlowStep]

  /// Makes a step that starts others.
  ///
  /// - Parameters:
  ///   - identifier: The name of the step in errors and traces.
  ///   - steps: The first step of each chain.
  public init(identifier: String, steps: [any Startable]) {
    self.steps = steps.map(AnyFlowStep.of)
    super.init(
      identifier: identifier,
      work: { step, lane in unsafeDowncast(step, to: ConcurrentFlowStep.self).start(in: lane) })
  }

  deinit {
    IterativeRelease.shallowly {
      steps = []
    } keeping: {
      steps
    }
  }

  private func start(in lane: Lane) -> Progress {
    attach(LaneGroup.start(steps.count, { steps[$0] }, until: .all, in: lane.run) { _ in () }, in: lane)
  }

  override func dismantle() {
    super.dismantle()
    steps = []
  }
}
