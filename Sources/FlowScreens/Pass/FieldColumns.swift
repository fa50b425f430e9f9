/// The inputs and choices of a block. Fields below one another begin at the same column, beside the longest label.
///
/// Lines between them are ignored, so that an error message below a field doesn't move the other fields.
struct FieldColumns {
  /// A field with its place in the block.
  struct Field {
    let drawing: ElementDrawing
    let labelWidth: Int
    let row: Int
    let element: Int
    let context: LayoutContext
  }

  /// The surroundings that aligned fields share.
  private struct Place: Hashable {
    let prefixWidth: Int
    let width: Int

    init(_ context: LayoutContext) {
      prefixWidth = context.prefixWidth
      width = context.width
    }
  }

  private var fields: [Field] = []

  /// Adds an element, unless it has no label beside a field.
  mutating func add(_ drawing: ElementDrawing, row: Int, element: Int, in context: LayoutContext) {
    guard let labelWidth = drawing.labelWidth else { return }
    fields.append(Field(drawing: drawing, labelWidth: labelWidth, row: row, element: element, context: context))
  }

  /// Returns the fields that must move, drawn at their new column, and removes all fields.
  mutating func takeAligned() -> [Field] {
    defer { fields = [] }
    guard fields.count > 1 else { return [] }
    var columns: [Place: Int] = [:]
    for field in fields {
      let place = Place(field.context)
      columns[place] = max(columns[place] ?? 0, field.labelWidth)
    }
    return fields.compactMap { field in
      guard let column = columns[Place(field.context)], field.labelWidth < column else { return nil }
      return Field(
        drawing: field.drawing.aligned(at: column), labelWidth: column, row: field.row, element: field.element,
        context: field.context)
    }
  }
}
