public import FlowScreens

/// Children one below the other. A library offers it as `column`.
///
/// ```json
/// {"_:component": "column", "properties": {"title": "Address", "spacing": 1}, "children": []}
/// ```
///
/// `spacing` says how many empty lines are between the children, `indent` how far they are moved to the right; both go from
/// 0 to 100 and are 0 by default. With a `title` the column stands in a frame.
public struct ColumnComponent: ViewDecodable {
  /// How many empty lines are between the children.
  public var spacing: Int?
  /// How far the children are moved to the right.
  public var indent: Int?
  /// What stands in the frame; without it there is none.
  public var title: String?
  /// What stands in the column.
  @Children public var children: () -> [AnyComponent]

  /// Makes a column.
  public init(
    spacing: Int = 0, indent: Int = 0, title: String? = nil, children: @escaping () -> [AnyComponent]
  ) {
    self.spacing = spacing
    self.indent = indent
    self.title = title
    self.children = children
  }

  /// Draws the children one below the other.
  public func render(_ context: ComponentContext) -> Layout {
    var layout = Layout.column(children().map { $0.render(context) }, spacing: (spacing ?? 0).asSpacing)
    if let indent = indent?.asSpacing, indent > 0 { layout = .indented(layout, by: indent) }
    return title.map { .framed(layout, title: StyledText($0)) } ?? layout
  }
}
