public import FlowScreens

/// Children side by side. A library offers it as `row`.
///
/// ```json
/// {"_:component": "row", "properties": {"spacing": 2}, "children": []}
/// ```
///
/// `spacing` says how many empty columns are between the children, from 0 to 100; 1 by default.
public struct RowComponent: ViewDecodable {
  /// How many empty columns are between the children.
  public var spacing: Int?
  /// What stands in the row.
  @Children public var children: () -> [AnyComponent]

  /// Makes a row.
  public init(spacing: Int = 1, children: @escaping () -> [AnyComponent]) {
    self.spacing = spacing
    self.children = children
  }

  /// Draws the children side by side.
  public func render(_ context: ComponentContext) -> Layout {
    .row(children().map { $0.render(context) }, spacing: (spacing ?? 1).asSpacing)
  }
}
