/// A route that leads on from a declared step.
///
/// ```swift
/// let quit = FlowRoute("quit", to: .end)
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
  }

  /// The label by which a step chooses the route, also shown in pictures; nil for the only route.
  public let label: String?
  /// The target of the route.
  public let target: Target

  /// Creates a route.
  ///
  /// - Parameters:
  ///   - label: The label by which a step chooses the route.
  ///   - target: The target of the route.
  public init(_ label: String?, to target: Target) {
    self.label = label
    self.target = target
  }

  /// The route of a step that has only one: to the next step in the order.
  public static var onwards: FlowRoute { FlowRoute(nil, to: .next) }
}
