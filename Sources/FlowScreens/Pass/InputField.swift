/// The text field of an input. It shows as much of the text as fits, around the cursor.
struct InputField {
  /// The smallest width at which a field stands beside its label. A narrower field goes below the label.
  static let usefulWidth = 8
  /// The width of a field if there is room for more.
  private static let preferredWidth = 24

  let line: StyledText
  /// The column of the cursor; nil if the field doesn't have the focus.
  let cursorColumn: Int?

  /// Makes a field that is at most `room` columns wide; `cursor` is the number of characters before the cursor.
  init(text: String, placeholder: String, room: Int, cursor: Int?) {
    let width = min(max(1, room), Self.preferredWidth)
    if text.isEmpty {
      let hint = StyledText(placeholder, .dim).truncated(width: width)
      line = hint + Self.filling(width - hint.displayWidth)
      cursorColumn = cursor == nil ? nil : 0
      return
    }
    var columns: [Int] = []
    var cells: [TextCell] = []
    var column = 0
    for character in text {
      columns.append(column)
      for part in Self.drawn(character) {
        let cell = TextCell(part, [.cyan])
        cells.append(cell)
        column += cell.width
      }
    }
    columns.append(column)
    // Keeps one column free after the text, for a cursor at the end.
    let place = cursor.map { columns[min(max(0, $0), text.count)] } ?? 0
    let window = Self.window(cells, width: width, around: place, isFocused: cursor != nil)
    line = window.line + Self.filling(width - window.line.displayWidth)
    cursorColumn = cursor == nil ? nil : min(place - window.start, width - 1)
  }

  private static func drawn(_ character: Character) -> String {
    let text = String(character)
    return text == "\n" || text == "\r\n" || text == "\t" ? " " : text.printable
  }

  private static func filling(_ width: Int) -> StyledText {
    StyledText(String(repeating: "_", count: max(0, width)), .dim)
  }

  /// The cells that fit, chosen so that the cursor's column is visible.
  private static func window(
    _ cells: [TextCell], width: Int, around place: Int, isFocused: Bool
  ) -> (line: StyledText, start: Int) {
    if !isFocused { return (StyledText(cells).truncated(width: width), 0) }
    // Keeps up to half a field before the cursor visible.
    let total = cells.reduce(0) { $0 + $1.width }
    let wanted = total < width ? 0 : min(max(0, place - width / 2), total + 1 - width)
    var shown: [TextCell] = []
    var column = 0
    var start: Int?
    for cell in cells {
      if column >= wanted {
        let first = start ?? column
        start = first
        guard column + cell.width - first <= width else { break }
        shown.append(cell)
      }
      column += cell.width
    }
    return (StyledText(shown), start ?? wanted)
  }
}
