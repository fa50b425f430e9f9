/// A layout at a width: the lines to draw, and where on them its elements are.
///
/// ```swift
/// let frame = layout.laidOut(width: 40)
/// for line in frame.lines { print(line.text) }
/// ```
///
/// Everything in it is ``Swift/String/printable``, so its lines can be written to a terminal as they are.
public struct Frame: Sendable, Hashable {
  /// A place on the lines of a frame.
  ///
  /// ```swift
  /// let start = Frame.Position(row: 0, column: 0)
  /// ```
  public struct Position: Sendable, Hashable {
    /// The index of the line.
    public var row: Int
    /// The column on the line; the first is 0.
    public var column: Int

    /// Makes a place.
    public init(row: Int, column: Int) {
      self.row = row
      self.column = column
    }
  }

  /// Where an element is, and what it is.
  ///
  /// ```swift
  /// let buttons = frame.elements.filter { $0.state == .button }
  /// ```
  public struct PlacedElement: Sendable, Hashable {
    /// What the element is known by.
    public var id: String
    /// What it is called.
    public var label: String
    /// What kind of element it is, and what it shows.
    public var state: ElementState
    /// The lines that it covers.
    public var rows: Range<Int>
    /// The columns that it covers.
    public var columns: Range<Int>
    /// Whether it can be used now.
    public var isEnabled: Bool
  }

  /// What kind of element it is, and what it shows: a ``LayoutElement/Kind`` without its closures.
  ///
  /// ```swift
  /// if case .toggle(let isOn) = element.state { print(isOn) }
  /// ```
  public enum ElementState: Sendable, Hashable {
    /// It can be pressed.
    case button
    /// Text can be typed into it.
    case input(text: String, isHidden: Bool)
    /// It can be switched on and off.
    case toggle(isOn: Bool)
    /// One of its options can be chosen.
    case choice(options: [String], selected: Int?)
  }

  /// The lines, none wider than the width.
  public var lines: [StyledText]
  /// The elements in the order in which the focus goes through them.
  public var elements: [PlacedElement]
  /// Where the cursor of the input is that has the focus.
  public var cursor: Position?

  /// Makes a frame.
  public init(lines: [StyledText] = [], elements: [PlacedElement] = [], cursor: Position? = nil) {
    self.lines = lines
    self.elements = elements
    self.cursor = cursor
  }

  /// The lines without their styles.
  public var text: [String] { lines.map(\.text) }

  /// The first element that is known by a name.
  public func element(_ id: String) -> PlacedElement? { elements.first { $0.id == id } }
}
