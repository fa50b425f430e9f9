/// Something to tick.
///
/// ```swift
/// let item = CheckBoxItem(title: "Flour", completed: true)
/// ```
///
/// Source: `CheckBoxItem` of StepKit.
public struct CheckBoxItem: Sendable {
  /// What is to be ticked.
  public var title: String
  /// Whether it is ticked; nil counts as false.
  public var completed: Bool?
  /// A name that the author gives it; nil for none.
  public var identifier: String?

  /// Makes an item.
  ///
  /// - Parameters:
  ///   - title: What is to be ticked.
  ///   - completed: Whether it is ticked; nil counts as false.
  ///   - identifier: A name that the author gives it.
  public init(title: String, completed: Bool? = nil, identifier: String? = nil) {
    self.title = title
    self.completed = completed
    self.identifier = identifier
  }
}
