/// One of the ways on from a declared step.
///
/// ```swift
/// let quit = FlowRoute("quit", to: .end)
/// ```
public struct FlowRoute: Sendable, Equatable {
  /// Where a route leads.
  public enum Target: Sendable, Equatable {
    /// To the step that comes next in the order; after the last one the flow ends.
    case next
    /// To the step of this name.
    case step(String)
    /// Nowhere: the flow ends.
    case end
  }

  /// What the route is chosen by, and labelled with in pictures; nil for the only way on.
  public let label: String?
  /// Where it leads.
  public let target: Target

  /// Makes a route.
  ///
  /// - Parameters:
  ///   - label: What the route is chosen by.
  ///   - target: Where it leads.
  public init(_ label: String?, to target: Target) {
    self.label = label
    self.target = target
  }

  /// The only way on: to the next step of the order.
  public static var onwards: FlowRoute { FlowRoute(nil, to: .next) }
}
