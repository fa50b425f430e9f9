public import FlowScreens

/// Something to be switched on and off. A library offers it as `toggle`.
///
/// ```json
/// {"_:component": "toggle", "properties": {
///   "label": "I agree", "value": "@{agreed}",
///   "onChange": [{"_:action": "setState", "properties": {"path": "agreed", "value": "@{onChange}"}}]}}
/// ```
///
/// `label` is required. `value` and `disabled` are booleans, false by default. `error` stands below in red unless it is
/// absent, null or empty. `onChange` runs with the new value.
public struct ToggleComponent: ViewDecodable {
  /// What is switched.
  public var label: String
  /// Whether it is on.
  public var value: Bool?
  /// What is wrong with it.
  public var error: String?
  /// Whether it cannot be switched now.
  public var disabled: Bool?
  /// Runs with the new value.
  @StatefulEvent public var onChange: (Bool) -> Void

  /// Makes a switch.
  public init(_ label: String, value: Bool = false, onChange: @escaping (Bool) -> Void) {
    self.label = label
    self.value = value
    self.onChange = onChange
  }

  /// Draws the switch, and below it what is wrong.
  public func render(_ context: ComponentContext) -> Layout {
    let toggle = LayoutElement.toggle(context.id, label: label, isOn: value == true, set: onChange)
    return Layout.element(toggle.disabled(disabled == true)).withError(error)
  }
}
