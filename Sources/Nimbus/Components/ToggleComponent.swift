public import FlowScreens

/// A switch. Available as `toggle` in ``NimbusSwiftUILibrary/layout(_:)``.
///
/// ```json
/// {"_:component": "toggle", "properties": {
///   "label": "I agree", "value": "@{agreed}",
///   "onChange": [{"_:action": "setState", "properties": {"path": "agreed", "value": "@{onChange}"}}]}}
/// ```
///
/// `label` is required. `value` and `disabled` are Booleans, `false` by default. `error` is shown below the switch in
/// red, unless it's absent, null or empty. `onChange` runs with the new value.
public struct ToggleComponent: ViewDecodable {
  /// The label of the switch.
  public var label: String
  /// A Boolean value that indicates whether the switch is on.
  public var value: Bool?
  /// The error message below the switch.
  public var error: String?
  /// A Boolean value that indicates whether the switch is disabled.
  public var disabled: Bool?
  /// Runs with the new value.
  @StatefulEvent public var onChange: (Bool) -> Void

  /// Creates a switch.
  public init(_ label: String, value: Bool = false, onChange: @escaping (Bool) -> Void) {
    self.label = label
    self.value = value
    self.onChange = onChange
  }

  /// Returns the layout of the switch, with its error message below it.
  public func render(_ context: ComponentContext) -> ScreenLayout {
    let toggle = LayoutElement.toggle(context.id, label: label, isOn: value == true, set: onChange)
    return .element(toggle.disabled(disabled == true).refused([error ?? ""]))
  }
}
