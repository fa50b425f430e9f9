/// Places blocks side by side as long as they fit.
struct RowPlacement {
  private let context: LayoutContext
  private let spacing: Int
  private var blocks: [(block: LayoutBlock, column: Int)] = []
  private var used = 0

  init(spacing: Int, in context: LayoutContext) {
    self.context = context
    self.spacing = min(max(0, spacing), context.width)
  }

  /// The number of columns left for another block.
  var left: Int { blocks.isEmpty ? context.width : context.width - used - spacing }

  /// Adds a block. If it doesn't fit beside the previous blocks, these are drawn first.
  mutating func add(_ block: LayoutBlock, to target: inout LayoutBlock) {
    guard !block.lines.isEmpty else { return }
    if block.width > left { draw(to: &target) }
    let column = blocks.isEmpty ? 0 : used + spacing
    blocks.append((block, column))
    // Each block takes a column, so that no row has more blocks than columns.
    used = column + max(1, block.width)
  }

  /// Draws the blocks that are side by side.
  mutating func draw(to target: inout LayoutBlock) {
    guard let height = blocks.map(\.block.lines.count).max() else { return }
    for row in 0..<height {
      var line = StyledText()
      var width = 0
      for (block, column) in blocks where row < block.lines.count {
        guard !block.lines[row].isEmpty else { continue }
        line.append(String(repeating: " ", count: max(0, column - width)))
        line.append(block.lines[row])
        width = max(width, column) + block.lines[row].displayWidth
      }
      target.add(line, in: context)
    }
    let first = target.lines.count - height
    for (block, column) in blocks { target.adopt(block, row: first, column: context.prefixWidth + column) }
    blocks = []
    used = 0
  }
}
