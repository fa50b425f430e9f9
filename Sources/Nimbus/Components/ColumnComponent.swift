public import FlowScreens

/// Children placed below each other. Available as `column` in ``NimbusSwiftUILibrary/layout(_:)``.
///
/// ```json
/// {"_:component": "column", "properties": {"title": "Address", "spacing": 1}, "children": []}
/// ```
///
/// `spacing` is the number of empty lines between the children. `indent` is the number of columns by which the children
/// are indented. Both range from 0 to 100 and are 0 by default. A screen shows at most 100,000 empty lines. If there is
/// a `title`, the column has a frame.
public struct ColumnComponent: ViewDecodable {
  /// The number of empty lines between the children.
  public var spacing: Int?
  /// The number of columns by which the children are indented.
  public var indent: Int?
  /// The title of the frame. Without a title, there is no frame.
  public var title: String?
  /// The children of the column.
  @Children public var children: () -> [AnyComponent]

  /// Creates a column.
  public init(
    spacing: Int = 0, indent: Int = 0, title: String? = nil, children: @escaping () -> [AnyComponent]
  ) {
    self.spacing = spacing
    self.indent = indent
    self.title = title
    self.children = children
  }

  /// Returns the layout of the children, below each other.
  public func render(_ context: ComponentContext) -> ScreenLayout {
    var layout = ScreenLayout.column(children().map { $0.render(context) }, spacing: (spacing ?? 0).asSpacing)
    if let indent = indent?.asSpacing, indent > 0 { layout = .indented(layout, by: indent) }
    return title.map { .framed(layout, title: StyledText($0)) } ?? layout
  }
}
