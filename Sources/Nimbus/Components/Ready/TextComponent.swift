public import FlowScreens

/// Text, to be read. A library offers it as `text`.
///
/// ```json
/// {"_:component": "text", "properties": {"text": "Hello @{name}", "style": ["bold", "green"]}}
/// ```
///
/// `text` takes any value; absent or null is no text. `style` is one style or a list of styles.
public struct TextComponent: ViewDecodable {
  /// What is to be read.
  public var text: String
  /// How it stands out.
  public var style: TextStyles

  /// Makes a text.
  public init(_ text: String, style: TextStyles = TextStyles()) {
    self.text = text
    self.style = style
  }

  /// Decodes a text.
  public init(from decoder: any Decoder) throws {
    let members = try decoder.container(keyedBy: Keys.self)
    text = try members.decodeIfPresent(String.self, forKey: .text) ?? ""
    style = try members.decodeIfPresent(TextStyles.self, forKey: .style) ?? TextStyles()
  }

  private enum Keys: CodingKey {
    case text, style
  }

  /// Draws the text.
  public func render(_ context: ComponentContext) -> Layout {
    text.isEmpty ? .nothing : .text(style.applied(to: StyledText(text)))
  }
}
