import FlowJSON

/// A node as the document describes it. It's read once and shared by the copies that `forEach` makes.
final class NodeBlueprint {
  let id: String
  let component: String
  let properties: [NamedTemplate]
  let states: [NamedTemplate]
  let children: [NodeBlueprint]

  init(
    id: String, component: String, properties: [NamedTemplate] = [],
    states: [NamedTemplate] = [], children: [NodeBlueprint] = []
  ) {
    self.id = id
    self.component = component
    self.properties = properties
    self.states = states
    self.children = children
  }
}

/// An event as the document describes it.
final class EventBlueprint {
  let name: String
  let actions: [ActionBlueprint]

  init(name: String, actions: [ActionBlueprint]) {
    self.name = name
    self.actions = actions
  }
}

/// An action as the document describes it.
final class ActionBlueprint {
  let name: String
  let properties: PropertyTemplate?
  let metadata: PropertyTemplate?

  init(name: String, properties: PropertyTemplate?, metadata: PropertyTemplate?) {
    self.name = name
    self.properties = properties
    self.metadata = metadata
  }
}
