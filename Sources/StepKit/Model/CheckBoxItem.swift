/// An item that the user can tick.
///
/// ```swift
/// let item = CheckBoxItem(title: "Flour", completed: true)
/// ```
///
/// As in StepKit's "Express a Step using JSON syntax": `CheckBoxItem`.
public struct CheckBoxItem: Sendable {
  /// The text beside the box.
  public var title: String
  /// A Boolean value that indicates whether the item is ticked. Nil is treated as false.
  public var completed: Bool?
  /// An optional name that the author gives the item.
  public var identifier: String?

  /// Creates an item.
  ///
  /// - Parameters:
  ///   - title: The text beside the box.
  ///   - completed: Whether the item is ticked. Nil is treated as false.
  ///   - identifier: An optional name that the author gives the item.
  public init(title: String, completed: Bool? = nil, identifier: String? = nil) {
    self.title = title
    self.completed = completed
    self.identifier = identifier
  }
}
