/// A path through a declared flow, from its first step to its end.
///
/// ```swift
/// for path in chain.paths(visitsPerStep: 2) { print(path) }
/// // display –edit→ edit → update → display –quit→ end
/// ```
public struct FlowPath: Sendable, Hashable, CustomStringConvertible {
  /// A step on the path, and the route by which the path leaves it.
  public struct Visit: Sendable, Hashable {
    /// The name of the step.
    public let step: String
    /// The label of the route; nil if the route has no label.
    public let route: String?
    /// The ending of the step after which the path takes the route.
    public let cause: FlowRoute.Cause

    /// Creates a visit.
    ///
    /// - Parameters:
    ///   - step: The name of the step.
    ///   - route: The label of the route by which the path leaves the step.
    ///   - cause: The ending of the step after which the path takes the route.
    public init(step: String, route: String? = nil, after cause: FlowRoute.Cause = .result) {
      self.step = step
      self.route = route
      self.cause = cause
    }
  }

  /// The visited steps, in order.
  public let visits: [Visit]

  /// Creates a path.
  ///
  /// - Parameter visits: The visited steps, in order.
  public init(_ visits: [Visit]) {
    self.visits = visits
  }

  /// The names of the steps and the labels of the routes, separated by arrows. The arrow of a route after a failure is dashed.
  public var description: String {
    visits.map { visit in
      let arrow = visit.cause == .result ? "→" : "⇢"
      return visit.step + (visit.route.map { " –\($0)\(arrow) " } ?? " \(arrow) ")
    }.joined() + "end"
  }
}
