public import FlowScreens

/// A line to type into. A library offers it as `textInput`.
///
/// ```json
/// {"_:component": "textInput", "properties": {
///   "label": "Password", "value": "@{password}", "type": "password", "placeholder": "8 letters or more",
///   "error": "@{condition(gte(length(password), 8), null, 'Too short')}",
///   "onChange": [{"_:action": "setState", "properties": {"path": "password", "value": "@{onChange}"}}]}}
/// ```
///
/// `label` is required, everything else optional. `type` is `text` or `password`. `error` stands below the line in red
/// unless it is absent, null or empty. `onChange` runs with the whole text after each change.
public struct TextInputComponent: ViewDecodable {
  /// What may be typed, and how it is shown.
  public enum Kind: String, Decodable, Sendable, CaseIterable {
    /// Anything.
    case text
    /// What nobody is to read.
    case password
  }

  /// What the line is called.
  public var label: String
  /// What stands in it.
  public var value: String?
  /// What stands in it while it is empty.
  public var placeholder: String?
  /// What may be typed.
  public var type: Kind?
  /// What is wrong with the text.
  public var error: String?
  /// Whether nothing can be typed now.
  public var disabled: Bool?
  /// Runs with the text after each change.
  @StatefulEvent public var onChange: (String) -> Void

  /// Makes a line to type into.
  public init(_ label: String, value: String = "", onChange: @escaping (String) -> Void) {
    self.label = label
    self.value = value
    self.onChange = onChange
  }

  /// Draws the line, and below it what is wrong.
  public func render(_ context: ComponentContext) -> Layout {
    let input = LayoutElement.input(
      context.id, label: label, text: value ?? "", placeholder: placeholder ?? "", isHidden: type == .password,
      change: onChange)
    return Layout.element(input.disabled(disabled == true)).withError(error)
  }
}
