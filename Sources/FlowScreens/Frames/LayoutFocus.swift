/// Which element of a layout has the focus, and in an input, where the cursor is.
///
/// ```swift
/// let frame = form.laidOut(width: 40, focus: LayoutFocus("name", cursor: 2))
/// ```
public struct LayoutFocus: Sendable, Hashable {
  /// What the element is known by.
  public var id: String
  /// The characters before the cursor; counted only in inputs.
  public var cursor: Int

  /// Puts the focus on an element.
  ///
  /// - Parameters:
  ///   - id: What the element is known by.
  ///   - cursor: The characters before the cursor; more than the text has are taken as its end.
  public init(_ id: String, cursor: Int = 0) {
    self.id = id
    self.cursor = cursor
  }
}
