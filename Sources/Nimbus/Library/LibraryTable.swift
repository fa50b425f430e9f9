import FlowScreens

/// The entries of an instance's libraries, by the names that documents use.
///
/// Libraries with the same namespace are merged, and the entries of the later one take precedence. Operations have no
/// namespace, so the first library with an operation of a name takes precedence.
final class LibraryTable {
  private var components: [String: NimbusSwiftUILibrary.ComponentBuilder] = [:]
  private var actions: [String: NimbusSwiftUILibrary.ActionHandler] = [:]
  private var initializers: [String: ActionInitializer] = [:]
  private var operations: [String: Operation] = [:]
  let observers: [(ActionTriggeredEvent) -> Void]

  init(_ registered: [NimbusSwiftUILibrary]) {
    observers = registered.flatMap(\.observers)
    var namespaces: [String] = []
    var operationsByNamespace: [String: [String: Operation]] = [:]
    for library in registered {
      components.add(library.components, of: library)
      actions.add(library.actions, of: library)
      initializers.add(library.initializers, of: library)
      if operationsByNamespace[library.namespace] == nil { namespaces.append(library.namespace) }
      operationsByNamespace[library.namespace, default: [:]].merge(library.operations) { $1 }
    }
    for namespace in namespaces {
      operations.merge(operationsByNamespace[namespace] ?? [:]) { first, _ in first }
    }
  }

  var hasInitializers: Bool { !initializers.isEmpty }

  func component(_ name: String) -> NimbusSwiftUILibrary.ComponentBuilder? { components[name] }
  func action(_ name: String) -> NimbusSwiftUILibrary.ActionHandler? { actions[name] }
  /// Returns the closure that prepares an action. Returns `nil` if there is none, or if the action doesn't need it.
  func initializer(_ action: ActionBlueprint) -> NimbusSwiftUILibrary.ActionHandler? {
    guard let initializer = initializers[action.name], initializer.isNeeded(action) else { return nil }
    return initializer.handler
  }

  func hasInitializer(_ action: ActionBlueprint) -> Bool { initializer(action) != nil }
  func operation(_ name: String) -> Operation { operations[name] ?? .unknown(name) }

  /// The names that documents use.
  var componentNames: Set<String> { Set(components.keys) }
  var actionNames: Set<String> { Set(actions.keys) }
  var operationNames: Set<String> { Set(operations.keys) }
}

extension Dictionary where Key == String {
  /// Adds the entries of a library. Their keys are the names that documents use, such as `app:button`, or `setState` in
  /// a library without a namespace. Entries whose names documents can't express are omitted.
  fileprivate mutating func add(_ entries: [String: Value], of library: NimbusSwiftUILibrary) {
    guard library.namespace.isEmpty || StatePath.isName(library.namespace) else { return }
    for (name, entry) in entries where StatePath.isName(name) {
      self[library.namespace.isEmpty ? name : "\(library.namespace):\(name)"] = entry
    }
  }
}
