public import FlowJSON

/// The value of a property from which components and actions are decoded: JSON that may contain events.
///
/// ```swift
/// let properties = NimbusValue.object(["text": .json("Send"), "onPress": .event(event)])
/// ```
///
/// A value without events is always `json`, no matter how deeply it's nested. `array` and `object` are for values that
/// contain events.
public enum NimbusValue {
  /// JSON without events.
  case json(JSONValue)
  /// An event, which is a list of actions.
  case event(ServerDrivenEvent)
  /// A list that contains an event at any level.
  case array([NimbusValue])
  /// An object that contains an event at any level.
  case object([String: NimbusValue])
}
