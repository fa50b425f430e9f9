public import FlowScreens

/// Text. Available as `text` in ``NimbusSwiftUILibrary/layout(_:)``.
///
/// ```json
/// {"_:component": "text", "properties": {"text": "Hello @{name}", "style": ["bold", "green"]}}
/// ```
///
/// `text` can be any value. An absent value and null are treated as empty text. `style` is one style or a list of
/// styles.
public struct TextComponent: ViewDecodable {
  /// The text to show.
  public var text: String
  /// The styles of the text.
  public var style: TextStyles

  /// Creates a text.
  public init(_ text: String, style: TextStyles = TextStyles()) {
    self.text = text
    self.style = style
  }

  /// Creates a text by decoding it.
  public init(from decoder: any Decoder) throws {
    let members = try decoder.container(keyedBy: Keys.self)
    text = try members.decodeIfPresent(String.self, forKey: .text) ?? ""
    style = try members.decodeIfPresent(TextStyles.self, forKey: .style) ?? TextStyles()
  }

  private enum Keys: CodingKey {
    case text, style
  }

  /// Returns the layout of the text.
  public func render(_ context: ComponentContext) -> ScreenLayout {
    text.isEmpty ? .nothing : .text(style.applied(to: StyledText(text)))
  }
}
