public import FlowScreens

/// A text field. Available as `textInput` in ``NimbusSwiftUILibrary/layout(_:)``.
///
/// ```json
/// {"_:component": "textInput", "properties": {
///   "label": "Password", "value": "@{password}", "type": "password", "placeholder": "8 letters or more",
///   "error": "@{condition(gte(length(password), 8), null, 'Too short')}",
///   "onChange": [{"_:action": "setState", "properties": {"path": "password", "value": "@{onChange}"}}]}}
/// ```
///
/// `label` is required. All other properties are optional. `type` is `text` or `password`. `error` is shown below the
/// field in red, unless it's absent, null or empty. `onChange` runs with the whole text after each change.
public struct TextInputComponent: ViewDecodable {
  /// The kinds of text that a field accepts.
  public enum Kind: String, Decodable, Sendable, CaseIterable {
    /// Any text, shown as typed.
    case text
    /// A password, which is hidden.
    case password
  }

  /// The label of the field.
  public var label: String
  /// The text of the field.
  public var value: String?
  /// The text that is shown while the field is empty.
  public var placeholder: String?
  /// The kind of text that the field accepts.
  public var type: Kind?
  /// The error message below the field.
  public var error: String?
  /// A Boolean value that indicates whether the field is disabled.
  public var disabled: Bool?
  /// Runs with the whole text after each change.
  @StatefulEvent public var onChange: (String) -> Void

  /// Creates a text field.
  public init(_ label: String, value: String = "", onChange: @escaping (String) -> Void) {
    self.label = label
    self.value = value
    self.onChange = onChange
  }

  /// Returns the layout of the field, with its error message below it.
  public func render(_ context: ComponentContext) -> ScreenLayout {
    let input = LayoutElement.input(
      context.id, label: label, text: value ?? "", placeholder: placeholder ?? "", isHidden: type == .password,
      change: onChange)
    return .element(input.disabled(disabled == true).refused([error ?? ""]))
  }
}
