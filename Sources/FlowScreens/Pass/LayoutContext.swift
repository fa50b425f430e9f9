/// What surrounds a layout while it is drawn.
struct LayoutContext {
  /// The columns for the layout itself.
  var width: Int
  /// How wide a bar becomes; in a row, what the layouts before it have left.
  var barWidth: Int
  /// What stands before and behind each line.
  var prefix = StyledText()
  var prefixWidth = 0
  var suffix = StyledText()
  /// Whether frames are only as wide as what they hold, as side by side in a row.
  var isTight = false
  var rowDepth = 0
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

  /// Moved to the right, as far as enough columns are left to show anything.
  func indented(by columns: Int) -> LayoutContext {
    let columns = min(max(0, columns), max(0, width - Self.minimumWidth))
    return surrounded(by: StyledText(String(repeating: " ", count: columns)), columns, "", 0)
  }

  func framed(by border: StyledText) -> LayoutContext {
    surrounded(by: border + " ", 2, StyledText(" ") + border, 2)
  }

  /// Whether there is room for a frame.
  var canFrame: Bool { width >= Self.minimumWidth }

  private static let minimumWidth = 8

  private func surrounded(
    by before: StyledText, _ beforeWidth: Int, _ behind: StyledText, _ behindWidth: Int
  ) -> LayoutContext {
    var context = inside
    context.prefix.append(before)
    context.prefixWidth += beforeWidth
    context.suffix = behind + suffix
    context.width -= beforeWidth + behindWidth
    context.barWidth = min(barWidth, context.width)
    return context
  }
}
