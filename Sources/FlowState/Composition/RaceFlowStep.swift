/// A step that starts several chains at once and completes when the first of them has ended; the others are cancelled.
///
/// ```swift
/// let nearest = RaceFlowStep(identifier: "Mirrors", steps: [europe, america])
/// nearest.nextStep = unpack
/// ```
///
/// The children keep their `nextStep`: the first child whose chain has come to rest wins, with a result or without. A
/// failure only takes a child out of the race. When all have failed, the step fails with a ``RaceError`` that has every
/// cause. The children are started in order, and one that ends on the spot has won before the next one starts.
///
/// Results are routed by the children's completion closures; to have the winner's as the step's use
/// `FlowStep(identifier:racing:)`.
public final class RaceFlowStep: AnyFlowStep {
  private var steps: [AnyFlowStep]

  /// Makes a step that starts others. Without any it fails, because a race needs a winner.
  ///
  /// - Parameters:
  ///   - identifier: The name of the step in errors and traces.
  ///   - steps: The first step of each chain.
  public init(identifier: String, steps: [any Startable]) {
    self.steps = steps.map(AnyFlowStep.of)
    super.init(
      identifier: identifier,
      work: { step, lane in unsafeDowncast(step, to: RaceFlowStep.self).start(in: lane) })
  }

  deinit {
    IterativeRelease.shallowly {
      steps = []
    } keeping: {
      steps
    }
  }

  private func start(in lane: Lane) -> Progress {
    attach(LaneGroup.start(steps.count, { steps[$0] }, until: .first, in: lane.run) { _ in () }, in: lane)
  }

  override func dismantle() {
    super.dismantle()
    steps = []
  }
}
