public import FlowJSON

/// The value of a property as components and actions are decoded from it: JSON, in which events may stand.
///
/// ```swift
/// let properties = NimbusValue.object(["text": .json("Send"), "onPress": .event(event)])
/// ```
///
/// What holds no event is always `json`, however deep it is; `array` and `object` are there for what does.
public enum NimbusValue {
  /// JSON without any event in it.
  case json(JSONValue)
  /// An event: what is to be done when something happens.
  case event(ServerDrivenEvent)
  /// A list in which an event stands somewhere.
  case array([NimbusValue])
  /// A map in which an event stands somewhere.
  case object([String: NimbusValue])
}
