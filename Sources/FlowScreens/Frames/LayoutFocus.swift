/// The element of a layout that has the focus and, in an input, the position of the cursor.
///
/// ```swift
/// let frame = form.laidOut(width: 40, focus: LayoutFocus("name", cursor: 2))
/// ```
public struct LayoutFocus: Sendable, Hashable {
  /// The identifier of the element.
  public var id: String
  /// The number of characters before the cursor. It is used only in inputs.
  public var cursor: Int

  /// Creates a focus on an element.
  ///
  /// - Parameters:
  ///   - id: The identifier of the element.
  ///   - cursor: The number of characters before the cursor. A number beyond the end of the text means the end.
  public init(_ id: String, cursor: Int = 0) {
    self.id = id
    self.cursor = cursor
  }
}
