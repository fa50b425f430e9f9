public import FlowJSON

/// An action that is about to run. (Seed: the same name.)
public struct ActionTriggeredEvent {
  /// What runs: name, properties and metadata, evaluated just now.
  public let action: ServerDrivenAction
  /// The event that it is part of.
  public let scope: ServerDrivenEvent

  /// Makes a triggered action.
  public init(action: ServerDrivenAction, scope: ServerDrivenEvent) {
    self.action = action
    self.scope = scope
  }
}

/// An action with its values. (Seed: `ServerDrivenAction`.)
public struct ServerDrivenAction {
  /// The action's name, with its namespace.
  public let name: String
  /// The evaluated properties; nil counts as an empty object.
  public let properties: NimbusValue?
  /// Whatever else the server sent along.
  public let metadata: JSONValue?

  /// Makes an action.
  public init(name: String, properties: NimbusValue? = nil, metadata: JSONValue? = nil) {
    self.name = name
    self.properties = properties
    self.metadata = metadata
  }
}
