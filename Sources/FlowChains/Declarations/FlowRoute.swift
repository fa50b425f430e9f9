/// A route that leads on from a declared step.
///
/// ```swift
/// let quit = FlowRoute("quit", to: .end)
/// let apologize = FlowRoute("declined", to: .step("apology"), after: .failure)
/// ```
public struct FlowRoute: Sendable, Equatable {
  /// The target of a route.
  public enum Target: Sendable, Equatable {
    /// The next step in the order. After the last step, the flow ends.
    case next
    /// The step with this name.
    case step(String)
    /// The end of the flow.
    case end
    /// The previous stop: the run goes back, undoes what is between, and fails if a final step is in the way; see
    /// `FlowScope.goBack()`. A flow that is made from a chain with such a route is `Flow.reversible(visits:)`.
    case back
  }

  /// The ending of a step after which the run can take a route.
  public enum Cause: Sendable, Hashable {
    /// The step completes.
    case result
    /// The step fails or is abandoned.
    case failure
    /// The step exceeds its time limit.
    case timeout
    /// The work of the step ends as cancelled while the run continues, for instance because a nested flow is cancelled.
    case cancellation
  }

  /// The label by which a step chooses the route, also shown in pictures; nil for the only route.
  public let label: String?
  /// The target of the route.
  public let target: Target
  /// The ending of the step after which the run can take the route.
  public let cause: Cause

  /// Creates a route.
  ///
  /// - Parameters:
  ///   - label: The label by which a step chooses the route.
  ///   - target: The target of the route.
  ///   - cause: The ending of the step after which the run can take the route.
  public init(_ label: String?, to target: Target, after cause: Cause = .result) {
    self.label = label
    self.target = target
    self.cause = cause
  }

  /// The route of a step that has only one: to the next step in the order.
  public static var onwards: FlowRoute { FlowRoute(nil, to: .next) }
}
