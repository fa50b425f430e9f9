/// The surroundings of a layout while it is drawn: its width, and the text before and after each line.
struct LayoutContext {
  /// The number of columns for the layout itself.
  var width: Int
  /// The width of a bar. In a row, the number of columns that the preceding layouts leave free.
  var barWidth: Int
  /// The text before each line; `suffix` follows it.
  var prefix = StyledText()
  var prefixWidth = 0
  var suffix = StyledText()
  var suffixWidth = 0
  /// Whether frames are only as wide as their content, as in a row.
  var isTight = false
  var rowDepth = 0
  /// The number of frames around the layout that are only as wide as their content.
  var tightDepth = 0
  var depth = 0

  init(width: Int) {
    self.width = width
    barWidth = width
  }

  var inside: LayoutContext {
    var context = self
    context.depth += 1
    return context
  }

  /// Indents the layout, but leaves at least the minimum width.
  func indented(by columns: Int) -> LayoutContext {
    let columns = min(max(0, columns), max(0, width - Self.minimumWidth))
    return surrounded(by: StyledText(String(repeating: " ", count: columns)), columns, "", 0)
  }

  func framed(by before: StyledText, _ behind: StyledText) -> LayoutContext {
    surrounded(by: before, 2, behind, 2)
  }

  /// Whether there is enough room for a frame, and not too many nested frames around it.
  var canFrame: Bool { width >= Self.minimumWidth && (!isTight || tightDepth < Self.maximumTightDepth) }

  /// The columns from the beginning of the prefix to the end of the suffix.
  var coveredWidth: Int { prefixWidth + width + suffixWidth }

  private static let minimumWidth = 8
  /// The limit of nested frames that are as wide as their content. Each of them copies its lines, because its width is
  /// known only at the end.
  private static let maximumTightDepth = 16

  private func surrounded(
    by before: StyledText, _ beforeWidth: Int, _ behind: StyledText, _ behindWidth: Int
  ) -> LayoutContext {
    var context = inside
    context.prefix.append(before)
    context.prefixWidth += beforeWidth
    context.suffix = behind + suffix
    context.suffixWidth += behindWidth
    context.width -= beforeWidth + behindWidth
    context.barWidth = min(barWidth, context.width)
    return context
  }
}
