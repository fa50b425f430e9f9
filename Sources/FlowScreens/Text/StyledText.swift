/// Text of which pieces have styles.
///
/// ```swift
/// let line = StyledText("Name: ", .dim) + StyledText("Bo", .bold)
/// line.text  // "Name: Bo"
/// ```
public struct StyledText: Sendable, Hashable, ExpressibleByStringInterpolation {
  /// A piece of text in one style.
  public struct Span: Sendable, Hashable {
    /// The text.
    public var text: String
    /// How it stands out.
    public var styles: Set<TextStyle>
  }

  /// The pieces in order.
  public private(set) var spans: [Span]
  /// Whether a layout cuts the text with `…` where it is too wide, so that it stays on one line, instead of wrapping it.
  public var isOnOneLine = false

  /// Makes a text of one piece.
  ///
  /// - Parameters:
  ///   - text: The text. What steers a terminal is made visible when it is drawn.
  ///   - styles: How it stands out.
  public init(_ text: String = "", _ styles: TextStyle...) {
    spans = text.isEmpty ? [] : [Span(text: text, styles: Set(styles))]
  }

  /// Makes a plain text.
  public init(stringLiteral value: String) {
    self.init(value)
  }

  /// The text without its styles.
  public var text: String { spans.map(\.text).joined() }

  /// Whether there is no text.
  public var isEmpty: Bool { spans.isEmpty }

  /// How many columns of a terminal the text covers, as far as it is printable.
  public var displayWidth: Int { plainWidth ?? spans.reduce(0) { $0 + $1.text.displayWidth } }

  /// The width of a text of printable ASCII, which most texts are, and which needs no look at characters; nil for any other.
  var plainWidth: Int? {
    var width = 0
    for span in spans {
      guard span.text.utf8.allSatisfy({ $0 >= 0x20 && $0 < 0x7F }) else { return nil }
      width += span.text.utf8.count
    }
    return width
  }

  /// The same text for a line that it fits.
  var asLine: StyledText {
    var result = self
    result.isOnOneLine = false
    return result
  }

  /// The whole text in one more style.
  public func styled(_ style: TextStyle) -> StyledText {
    var result = self
    for index in result.spans.indices { result.spans[index].styles.insert(style) }
    return result
  }

  /// The text for one line of a layout: cut where it is too wide, not wrapped.
  public var onOneLine: StyledText {
    var result = self
    result.isOnOneLine = true
    return result
  }

  /// Both texts, one after the other.
  public static func + (left: StyledText, right: StyledText) -> StyledText {
    var result = left
    for span in right.spans { result.append(span) }
    return result
  }

  /// Adds a text at the end.
  public mutating func append(_ text: StyledText) {
    for span in text.spans { append(span) }
  }

  /// Adds a piece at the end; one of the same style becomes longer.
  mutating func append(_ text: String, _ styles: Set<TextStyle> = []) {
    append(Span(text: text, styles: styles))
  }

  private mutating func append(_ span: Span) {
    guard !span.text.isEmpty else { return }
    if let last = spans.last, last.styles == span.styles {
      spans[spans.count - 1].text += span.text
    } else {
      spans.append(span)
    }
  }
}
