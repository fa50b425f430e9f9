import TestSupport

@testable import FlowState

extension DeclaredStep {
  /// A step with these routes, for tests of what is made of routes without running them.
  init(naming identifier: String, leading routes: [FlowRoute]) {
    var parts = ChainSteps.free(identifier).step.parts
    parts.routes = routes
    self.init(parts)
  }
}
