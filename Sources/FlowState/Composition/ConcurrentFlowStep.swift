/// A step that starts several chains at once and completes when all of them have come to rest.
///
/// ```swift
/// let both = ConcurrentFlowStep(identifier: "Load", steps: [profile, pictures])
/// both.nextStep = display
/// ```
///
/// The children keep their `nextStep`: a child is done when its chain has come to rest, with or without a result. The children
/// start in order, and each does its synchronous work before the next one starts. If a child fails, the step fails with that
/// failure as its cause, and the other children are cancelled. Without children, the step completes at once. Starting the step
/// again starts all chains again; it ignores late reports from the earlier start.
///
/// The children's completion closures receive the results. To collect the results in order, use
/// `FlowStep(identifier:joining:)`.
///
/// As in the original FlowState: `ConcurentFlowStep`.
public final class ConcurrentFlowStep: AnyFlowStep {
  private let children: GroupedSteps

  /// Creates a step that starts several chains.
  ///
  /// - Parameters:
  ///   - identifier: The name of the step in errors and traces.
  ///   - steps: The first step of each chain.
  public init(identifier: String, steps: [any Startable]) {
    let children = GroupedSteps(steps, until: .all)
    self.children = children
    super.init(
      identifier: identifier, perform: { step, command in command.ifStart { children.start(by: step, in: $0) } })
  }

  override func dismantle() {
    super.dismantle()
    children.release()
  }
}
