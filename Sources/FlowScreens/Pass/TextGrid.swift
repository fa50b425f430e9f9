/// Draws a list or a table as lines of text.
struct TextGrid {
  let lines: [StyledText]

  /// Draws a list. Lines after the first one of an item begin where its text begins.
  init(list items: [StyledText], isNumbered: Bool, width: Int) {
    let numberWidth = "\(items.count)".count
    lines = items.enumerated().flatMap { index, item in
      let number = "\(index + 1)"
      let mark = isNumbered ? String(repeating: " ", count: numberWidth - number.count) + number + ". " : "• "
      // Beside a wide mark, there would be too little room.
      guard mark.count * 2 < width else { return item.wrapped(width: width) }
      return item.wrapped(width: width - mark.count).enumerated().map { line, text in
        StyledText(line == 0 ? mark : String(repeating: " ", count: mark.count)) + text
      }
    }
  }

  /// Draws a table, with two columns between its columns.
  init(table rows: [[StyledText]], titles: [StyledText], width: Int) {
    let all = (titles.isEmpty ? [] : [titles.map { $0.styled(.bold) }]) + rows
    let count = all.map(\.count).max() ?? 0
    let cells = all.map { row in row.map { $0.truncated(width: .max) } }
    // One row can have many more cells than the others.
    var widths = Array(repeating: 0, count: count)
    for row in cells {
      for (column, cell) in row.enumerated() { widths[column] = max(widths[column], cell.displayWidth) }
    }
    if widths.reduce(2 * max(0, count - 1), +) <= width {
      lines = cells.map { row in
        var line = StyledText()
        for (column, cell) in row.enumerated() {
          line.append(column < row.count - 1 ? cell.padded(width: widths[column] + 2) : cell)
        }
        return line
      }
    } else {
      lines = rows.flatMap { row in
        row.enumerated().flatMap { column, cell in
          let title = column < titles.count && !titles[column].isEmpty ? titles[column].styled(.bold) + ": " : ""
          return (title + cell).wrapped(width: width)
        }
      }
    }
  }
}
