/// Text whose parts can have different styles.
///
/// ```swift
/// let line = StyledText("Name: ", .dim) + StyledText("Bo", .bold)
/// line.text  // "Name: Bo"
/// ```
public struct StyledText: Sendable, Hashable, ExpressibleByStringInterpolation {
  /// A part of a text whose characters have the same styles.
  public struct Span: Sendable, Hashable {
    /// The text.
    public var text: String
    /// The styles of the text.
    public var styles: Set<TextStyle>
    /// The colours of the cells of an image; nil in any other text.
    package private(set) var colors: CellColors?

    init(text: String, styles: Set<TextStyle>, colors: CellColors? = nil) {
      self.text = text
      self.styles = styles
      self.colors = colors
    }
  }

  /// The parts of the text, in order.
  public private(set) var spans: [Span]
  /// A Boolean value that indicates whether a layout truncates the text with `…` instead of wrapping it.
  public var isOnOneLine = false

  /// Creates a text with the given styles.
  ///
  /// - Parameters:
  ///   - text: The text. Control characters are replaced by their codes when the text is drawn.
  ///   - styles: The styles of the text.
  public init(_ text: String = "", _ styles: TextStyle...) {
    spans = text.isEmpty ? [] : [Span(text: text, styles: Set(styles))]
  }

  init(_ text: String, _ styles: Set<TextStyle>) {
    spans = text.isEmpty ? [] : [Span(text: text, styles: styles)]
  }

  /// Creates cells of an image. They must fit their place, because truncating and wrapping drops their colours.
  package init(_ text: String, _ colors: CellColors) {
    spans = text.isEmpty ? [] : [Span(text: text, styles: [], colors: colors)]
  }

  /// Creates a text without styles.
  public init(stringLiteral value: String) {
    self.init(value)
  }

  /// The text without its styles.
  public var text: String { spans.map(\.text).joined() }

  /// A Boolean value that indicates whether the text is empty.
  public var isEmpty: Bool { spans.isEmpty }

  /// The number of terminal columns that the text covers. The text must be printable.
  public var displayWidth: Int { plainWidth ?? spans.reduce(0) { $0 + $1.text.displayWidth } }

  /// The width of a text of printable ASCII, computed from its bytes; nil for any other text. Most texts are printable
  /// ASCII.
  var plainWidth: Int? {
    var width = 0
    for span in spans {
      guard span.text.utf8.allSatisfy({ $0 >= 0x20 && $0 < 0x7F }) else { return nil }
      width += span.text.utf8.count
    }
    return width
  }

  /// The same text without ``isOnOneLine``, for a line that is wide enough for it.
  var asLine: StyledText {
    var result = self
    result.isOnOneLine = false
    return result
  }

  /// Returns the text with an additional style.
  public func styled(_ style: TextStyle) -> StyledText {
    var result = self
    for index in result.spans.indices { result.spans[index].styles.insert(style) }
    return result
  }

  /// The text for one line of a layout, which truncates it instead of wrapping it.
  public var onOneLine: StyledText {
    var result = self
    result.isOnOneLine = true
    return result
  }

  /// Returns the concatenation of both texts.
  public static func + (left: StyledText, right: StyledText) -> StyledText {
    var result = left
    for span in right.spans { result.append(span) }
    return result
  }

  /// Appends a text.
  public mutating func append(_ text: StyledText) {
    for span in text.spans { append(span) }
  }

  /// Appends a span, and merges it with the last span if both have the same styles and colours.
  mutating func append(_ text: String, _ styles: Set<TextStyle> = []) {
    append(Span(text: text, styles: styles))
  }

  private mutating func append(_ span: Span) {
    guard !span.text.isEmpty else { return }
    if let last = spans.last, last.styles == span.styles, last.colors == span.colors {
      spans[spans.count - 1].text += span.text
    } else {
      spans.append(span)
    }
  }
}
