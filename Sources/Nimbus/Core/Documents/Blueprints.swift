import FlowJSON

/// A node as described in the document. It's read once and shared by the copies that `forEach` creates.
final class NodeBlueprint {
  let id: String
  let component: String
  let properties: [Formula]
  let states: [Formula]
  let children: [NodeBlueprint]

  init(
    id: String, component: String, properties: [Formula] = [], states: [Formula] = [],
    children: [NodeBlueprint] = []
  ) {
    self.id = id
    self.component = component
    self.properties = properties
    self.states = states
    self.children = children
  }

  /// The size of the entries for states and properties, besides their values. It limits the copies of a node that has many, because
  /// a value of size 1 is never refused.
  var entriesSize: Int { 20 * (properties.count + states.count) }
}

/// An event as described in the document.
final class EventBlueprint {
  let name: String
  let actions: [ActionBlueprint]
  private var knowsInitializers: Bool?

  init(name: String, actions: [ActionBlueprint]) {
    self.name = name
    self.actions = actions
  }

  /// Returns whether an action of the event, or of a nested event, has an initializer.
  ///
  /// - Parameter isInitialized: Returns whether an action has an initializer.
  /// - Returns: Whether there is such an action.
  func hasInitializer(_ isInitialized: (_ action: ActionBlueprint) -> Bool) -> Bool {
    if let knowsInitializers { return knowsInitializers }
    let has = actions.contains { action in
      isInitialized(action) || action.events.contains { $0.hasInitializer(isInitialized) }
    }
    knowsInitializers = has
    return has
  }
}

/// An action as described in the document.
final class ActionBlueprint {
  let name: String
  let properties: Formula?
  let metadata: Formula?
  /// The events inside the properties, such as `onSuccess`.
  let events: [EventBlueprint]

  init(name: String, properties: Formula?, metadata: Formula?) {
    self.name = name
    self.properties = properties
    self.metadata = metadata
    events = properties?.template.events ?? []
  }
}
