public import FlowJSON

/// An action that is about to run. (Seed: the same name.)
///
/// ```swift
/// let library = NimbusSwiftUILibrary("app").addAction("beep") { event in
///   event.scope.nimbus.logger.info("\(event.action.name) in \(event.scope.path)")
/// }
/// ```
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
///
/// ```swift
/// let action = ServerDrivenAction(name: "log", properties: .json(["message": "Hello"]))
/// ```
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
