public import FlowScreens

/// A button. A library offers it as `button`.
///
/// ```json
/// {"_:component": "button", "properties": {"text": "Send", "disabled": "@{isEmpty(name)}", "onPress": []}}
/// ```
///
/// `text` is required. `disabled` is a boolean, false by default. `onPress` runs when the button is pressed.
public struct ButtonComponent: ViewDecodable {
  /// What the button says.
  public var text: String
  /// Whether it cannot be pressed now.
  public var disabled: Bool?
  /// Runs when it is pressed.
  @Event public var onPress: () -> Void

  /// Makes a button.
  public init(_ text: String, disabled: Bool = false, onPress: @escaping () -> Void) {
    self.text = text
    self.disabled = disabled
    self.onPress = onPress
  }

  /// Draws the button.
  public func render(_ context: ComponentContext) -> Layout {
    .element(.button(context.id, label: text, press: onPress).disabled(disabled == true))
  }
}
