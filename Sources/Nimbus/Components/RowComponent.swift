public import FlowScreens

/// Children placed side by side. Available as `row` in ``NimbusSwiftUILibrary/layout(_:)``.
///
/// ```json
/// {"_:component": "row", "properties": {"spacing": 2}, "children": []}
/// ```
///
/// `spacing` is the number of empty columns between the children. It ranges from 0 to 100 and is 1 by default.
public struct RowComponent: ViewDecodable {
  /// The number of empty columns between the children.
  public var spacing: Int?
  /// The children of the row.
  @Children public var children: () -> [AnyComponent]

  /// Creates a row.
  public init(spacing: Int = 1, children: @escaping () -> [AnyComponent]) {
    self.spacing = spacing
    self.children = children
  }

  /// Returns the layout of the children, side by side.
  public func render(_ context: ComponentContext) -> ScreenLayout {
    .row(children().map { $0.render(context) }, spacing: (spacing ?? 1).asSpacing)
  }
}
