public import FlowJSON

/// An action that is about to run. As in Nimbus's `ActionTriggeredEvent`.
///
/// ```swift
/// let library = NimbusSwiftUILibrary("app").addAction("beep") { event in
///   event.scope.nimbus.logger.info("\(event.action.name) in \(event.scope.path)")
/// }
/// ```
public struct ActionTriggeredEvent {
  /// The action, with its currently evaluated properties and metadata.
  public let action: ServerDrivenAction
  /// The event that the action is part of.
  public let scope: ServerDrivenEvent

  /// Creates a triggered action.
  public init(action: ServerDrivenAction, scope: ServerDrivenEvent) {
    self.action = action
    self.scope = scope
  }
}

/// An action with evaluated properties. As in Nimbus's `ServerDrivenAction`.
///
/// ```swift
/// let action = ServerDrivenAction(name: "log", properties: .json(["message": "Hello"]))
/// ```
public struct ServerDrivenAction {
  /// The name of the action, with its namespace.
  public let name: String
  /// The evaluated properties. `nil` is treated as an empty object.
  public let properties: NimbusValue?
  /// Additional data that the server sent with the action.
  public let metadata: JSONValue?

  /// Creates an action.
  public init(name: String, properties: NimbusValue? = nil, metadata: JSONValue? = nil) {
    self.name = name
    self.properties = properties
    self.metadata = metadata
  }
}
