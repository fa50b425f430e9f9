/// A layout at a given width: the lines to draw, and the positions of the elements.
///
/// ```swift
/// let frame = layout.laidOut(width: 40)
/// for line in frame.lines { print(line.text) }
/// ```
///
/// The text of the lines is ``Swift/String/printable``, so you can write it to a terminal unchanged.
public struct Frame: Sendable, Hashable {
  /// A position in a frame.
  ///
  /// ```swift
  /// let start = Frame.Position(row: 0, column: 0)
  /// ```
  public struct Position: Sendable, Hashable {
    /// The index of the line; the first is 0.
    public var row: Int
    /// The column in the line; the first is 0.
    public var column: Int

    /// Creates a position.
    public init(row: Int, column: Int) {
      self.row = row
      self.column = column
    }
  }

  /// An element of a frame, with its position.
  ///
  /// ```swift
  /// let buttons = frame.elements.filter { $0.state == .button }
  /// ```
  public struct PlacedElement: Sendable, Hashable {
    /// The identifier of the element.
    public var id: String
    /// The label of the element.
    public var label: String
    /// The kind of the element and the values that it shows.
    public var state: ElementState
    /// The kind of text that an input takes.
    public var textKind = LayoutElement.TextKind.text
    /// The lines that the element covers.
    public var rows: Range<Int>
    /// The columns that the element covers.
    public var columns: Range<Int>
    /// A Boolean value that indicates whether the element can be used now.
    public var isEnabled: Bool
  }

  /// The kind of an element and the values that it shows: a ``LayoutElement/Kind`` without its closures.
  ///
  /// ```swift
  /// if case .toggle(let isOn) = element.state { print(isOn) }
  /// ```
  public enum ElementState: Sendable, Hashable {
    /// A button.
    case button
    /// A text input.
    case input(text: String, isHidden: Bool)
    /// A switch.
    case toggle(isOn: Bool)
    /// A choice among options; `selected` is the index of the chosen option.
    case choice(options: [String], selected: Int?)
  }

  /// The lines. No line is wider than the width of the frame.
  public var lines: [StyledText]
  /// The elements in the order in which the focus moves through them.
  public var elements: [PlacedElement]
  /// The position of the cursor in the input that has the focus.
  public var cursor: Position?

  /// Creates a frame.
  public init(lines: [StyledText] = [], elements: [PlacedElement] = [], cursor: Position? = nil) {
    self.lines = lines
    self.elements = elements
    self.cursor = cursor
  }

  /// The lines without their styles.
  public var text: [String] { lines.map(\.text) }

  /// Returns the first element with the given identifier.
  public func element(_ id: String) -> PlacedElement? { elements.first { $0.id.isExactly(id) } }
}
