public import FlowScreens

/// A button. Available as `button` in ``NimbusSwiftUILibrary/layout(_:)``.
///
/// ```json
/// {"_:component": "button", "properties": {"text": "Send", "disabled": "@{isEmpty(name)}", "onPress": []}}
/// ```
///
/// `text` is required. `disabled` is a Boolean, `false` by default. `onPress` runs when the button is pressed.
public struct ButtonComponent: ViewDecodable {
  /// The label of the button.
  public var text: String
  /// A Boolean value that indicates whether the button is disabled.
  public var disabled: Bool?
  /// Runs when the button is pressed.
  @Event public var onPress: () -> Void

  /// Creates a button.
  public init(_ text: String, disabled: Bool = false, onPress: @escaping () -> Void) {
    self.text = text
    self.disabled = disabled
    self.onPress = onPress
  }

  /// Returns the layout of the button.
  public func render(_ context: ComponentContext) -> ScreenLayout {
    .element(.button(context.id, label: text, press: onPress).disabled(disabled == true))
  }
}
