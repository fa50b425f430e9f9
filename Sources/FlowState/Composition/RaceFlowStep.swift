/// A step that starts several chains at once and completes when the first of them comes to rest.
///
/// ```swift
/// let nearest = RaceFlowStep(identifier: "Mirrors", steps: [europe, america])
/// nearest.nextStep = unpack
/// ```
///
/// The children keep their `nextStep`. The first child whose chain comes to rest wins, with or without a result, and the other
/// children are cancelled. A child that fails leaves the race. If all children fail, the step fails with a ``RaceError`` that
/// contains every failure. The children start in order. A child whose chain ends synchronously wins before the next child
/// starts.
///
/// The children's completion closures receive the results. To get the winner's result as the step's result, use
/// `FlowStep(identifier:racing:)`.
public final class RaceFlowStep: AnyFlowStep {
  private let children: GroupedSteps

  /// Creates a step that starts several chains. If there are none, the step fails, because a race needs a winner.
  ///
  /// - Parameters:
  ///   - identifier: The name of the step in errors and traces.
  ///   - steps: The first step of each chain.
  public init(identifier: String, steps: [any Startable]) {
    let children = GroupedSteps(steps, until: .first)
    self.children = children
    super.init(
      identifier: identifier, perform: { step, command in command.ifStart { children.start(by: step, in: $0) } })
  }

  override func dismantle() {
    super.dismantle()
    children.release()
  }
}
