package import FlowState

/// A type with which a test follows the runs of a chain, and chooses their routes.
///
/// Every requirement has a default implementation that does nothing. All are called on the run's queue.
package protocol ChainProbe: RunProbe {
  /// Called before the first step of a chain starts.
  func follows(_ chain: FlowChain)

  /// Chooses the label of the route that a declared step takes when it has completed; nil lets the step choose.
  func route(from step: String) -> String?

  /// Called when a declared step has chosen a route by its result. ``route(from:)`` overrides it.
  func chose(_ label: String, from step: String)

  /// Called when a declared step takes one of its routes.
  func took(_ route: FlowRoute, from step: String)

  /// Returns whether the run of a rehearsal goes back when a declared step takes a route back. If not, the run ends there.
  func goesBack(by route: FlowRoute, from step: String) -> Bool
}

extension ChainProbe {
  package func follows(_ chain: FlowChain) {}
  package func route(from step: String) -> String? { nil }
  package func chose(_ label: String, from step: String) {}
  package func took(_ route: FlowRoute, from step: String) {}
  package func goesBack(by route: FlowRoute, from step: String) -> Bool { false }
}
