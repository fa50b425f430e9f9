import FlowScreens

/// Rows of text in columns that fit a window. The widest columns are cut first.
struct TextTable {
  private static let gap = 2

  let titles: [String]
  var rows: [[String]] = []

  /// Returns the lines of the table. Without a width, no cell is cut.
  func lines(width: Int?) -> [String] {
    let cells = ([titles] + rows).map { $0.map(\.printable) }
    var widths = titles.indices.map { column in cells.map { $0[column].displayWidth }.max() ?? 0 }
    if let width { shrink(&widths, to: width) }
    return cells.map { row in
      var line = ""
      for (column, cell) in row.enumerated() {
        let cell = cell.cut(to: widths[column])
        line += cell
        if column < row.count - 1 {
          line += String(repeating: " ", count: widths[column] - cell.displayWidth + Self.gap)
        }
      }
      while line.last == " " { line.removeLast() }
      return line
    }
  }

  /// Makes the widest columns narrower until the table fits. A column doesn't become narrower than its title.
  private func shrink(_ widths: inout [Int], to width: Int) {
    let least = titles.map { max(4, $0.displayWidth) }
    while widths.reduce(0, +) + Self.gap * (widths.count - 1) > width {
      let wide = widths.indices.filter { widths[$0] > least[$0] }
      guard let widest = wide.max(by: { (widths[$0], $0) < (widths[$1], $1) }) else { return }
      widths[widest] -= 1
    }
  }
}

extension String {
  /// Returns the text, cut to a number of columns.
  fileprivate func cut(to width: Int) -> String {
    guard displayWidth > width else { return self }
    var (text, left) = ("", width - 1)
    for character in self {
      left -= character.displayWidth
      guard left >= 0 else { break }
      text.append(character)
    }
    return text + "…"
  }
}
