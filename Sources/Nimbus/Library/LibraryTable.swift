import FlowScreens

/// The libraries of an instance, one for each namespace, in the order of registration.
final class LibraryTable {
  private let libraries: [NimbusSwiftUILibrary]
  private let places: [String: Int]
  let observers: [(ActionTriggeredEvent) -> Void]
  let hasInitializers: Bool

  init(_ registered: [NimbusSwiftUILibrary]) {
    var merged: [NimbusSwiftUILibrary] = []
    var places: [String: Int] = [:]
    for library in registered {
      if let place = places[library.namespace] {
        merged[place].merge(library)
      } else {
        places[library.namespace] = merged.count
        // Merge into a copy, so the registered library stays unchanged.
        merged.append(NimbusSwiftUILibrary(library.namespace).merge(library))
      }
    }
    libraries = merged
    self.places = places
    observers = registered.flatMap(\.observers)
    hasInitializers = merged.contains { !$0.initializers.isEmpty }
  }

  func component(_ name: String) -> NimbusSwiftUILibrary.ComponentBuilder? {
    find(name) { $0.component(named: $1) }
  }

  func action(_ name: String) -> NimbusSwiftUILibrary.ActionHandler? {
    find(name) { $0.action(named: $1) }
  }

  func initializer(_ name: String) -> NimbusSwiftUILibrary.ActionHandler? {
    find(name) { $0.initializers[$1] }
  }

  func operation(_ name: String) -> NimbusSwiftUILibrary.OperationHandler? {
    for library in libraries {
      if let operation = library.operation(named: name) { return operation }
    }
    return nil
  }

  private func find<Entry>(
    _ text: String, _ look: (_ library: NimbusSwiftUILibrary, _ name: String) -> Entry?
  ) -> Entry? {
    guard let identifier = ComponentIdentifier(nimbus: text), let place = places[identifier.namespace] else {
      return nil
    }
    return look(libraries[place], identifier.name)
  }
}

extension ComponentIdentifier {
  /// Creates the identifier of a component or action from its name in a document. The namespace can be omitted if it's
  /// empty.
  ///
  /// - Parameter text: The name, such as `app:button` or `setState`. Its parts consist of letters, digits and
  ///   underscores.
  init?(nimbus text: String) {
    let parts = text.split(separator: ":", omittingEmptySubsequences: false)
    guard (1...2).contains(parts.count), parts.allSatisfy({ StatePath.isName($0) }), let name = parts.last
    else { return nil }
    self.init(namespace: parts.count == 2 ? String(parts[0]) : "", name: String(name))
  }
}
