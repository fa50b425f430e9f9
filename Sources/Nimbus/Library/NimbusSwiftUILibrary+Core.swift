import FlowJSON
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

  /// Adds an operation of the core library. The operation reads its arguments in place, without an array for each call.
  func addCoreOperation(
    _ name: String, _ cost: Operation.Cost = .deep, perform: @escaping (Arguments) throws -> JSONValue
  ) {
    operations[name] = Operation(name, cost, perform: perform)
  }
}
