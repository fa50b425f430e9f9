import FlowScreens

extension NimbusSwiftUILibrary {
  /// Returns the core library. Every document can use it without a prefix.
  static func makeCore(_ work: WorkBudget) -> NimbusSwiftUILibrary {
    let core = NimbusSwiftUILibrary()
    core.addComponent("fragment") { node in
      AnyComponent { _ in .column(node.children.map { child in .deferred { child.layout } }) }
    }
    core.addNumberOperations()
    core.addLogicOperations()
    core.addCollectionOperations()
    core.addTextOperations()
    core.addPatternOperations(work)
    core.addStateActions()
    core.addNavigationActions()
    core.addNetworkActions()
    return core
  }
}
