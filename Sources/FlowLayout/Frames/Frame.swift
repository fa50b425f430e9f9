/// A layout at a width: the lines to draw, and where on them its elements are.
///
/// ```swift
/// let frame = layout.laidOut(width: 40)
/// for line in frame.lines { print(line.text) }
/// ```
public struct Frame: Sendable, Hashable {
  /// Where an element is, and what it is.
  public struct PlacedElement: Sendable, Hashable {
    /// What the element is known by.
    public var id: String
    /// What it is called.
    public var label: String
    /// The lines that it covers.
    public var rows: Range<Int>
    /// The columns that it covers.
    public var columns: Range<Int>
    /// Whether it can be used now.
    public var isEnabled: Bool
  }

  /// The lines, none wider than the width.
  public var lines: [StyledText]
  /// The elements in the order in which the focus goes through them.
  public var elements: [PlacedElement]
}
