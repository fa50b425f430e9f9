/// The characters that a terminal shows after a program has written to it.
///
/// Interprets the codes that the demo's screens write. Each character takes one column.
struct TerminalGrid {
  struct Cell: Equatable {
    var character: Character = " "
    var style = Style()
  }

  struct Style: Equatable {
    var isBold = false
    var isDim = false
    var isUnderlined = false
    var isInverse = false
    /// The number of a colour in the code that selects it, such as 31 for red, or nil for the default colour.
    var color: Int?
  }

  private(set) var rows: [[Cell]]
  private var row = 0
  private var column = 0
  private var style = Style()

  init(columns: Int, rows: Int) {
    self.rows = Array(repeating: Array(repeating: Cell(), count: columns), count: rows)
  }

  /// The text of the rows, without the spaces at their ends and the empty rows at the end.
  var lines: [String] {
    var lines = rows.map { row in String(row.map(\.character).reversed().drop { $0 == " " }.reversed()) }
    while lines.last == "" { lines.removeLast() }
    return lines
  }

  mutating func write(_ text: String) {
    var rest = Substring(text)
    while let character = rest.popFirst() {
      switch character {
      case "\u{1B}": interpret(&rest)
      case "\r\n":
        row += 1
        column = 0
      case "\r": column = 0
      case "\n": row += 1
      default: put(character)
      }
    }
  }

  private mutating func put(_ character: Character) {
    guard rows.indices.contains(row), rows[row].indices.contains(column) else { return }
    rows[row][column] = Cell(character: character, style: style)
    column += 1
  }

  private mutating func interpret(_ rest: inout Substring) {
    guard rest.popFirst() == "[" else { return }
    let parameters = rest.prefix { "0123456789;?".contains($0) }
    rest.removeFirst(parameters.count)
    let numbers = parameters.split(separator: ";").compactMap { Int($0) }
    switch rest.popFirst() {
    case "H":
      row = (numbers.first ?? 1) - 1
      column = (numbers.dropFirst().first ?? 1) - 1
    case "A": row = max(0, row - (numbers.first ?? 1))
    // Without a number, erases only what is after the cursor.
    case "J":
      let isWhole = numbers.first == 2
      for index in rows.indices where isWhole || index >= row {
        erase(row: index, from: isWhole || index > row ? 0 : column)
      }
    case "K": erase(row: row, from: column)
    case "m": for number in numbers { select(number) }
    default: break  // Codes that change no character, such as those that hide the cursor.
    }
  }

  private mutating func erase(row: Int, from start: Int) {
    guard rows.indices.contains(row) else { return }
    for column in rows[row].indices.dropFirst(start) { rows[row][column] = Cell() }
  }

  private mutating func select(_ number: Int) {
    switch number {
    case 0: style = Style()
    case 1: style.isBold = true
    case 2: style.isDim = true
    case 4: style.isUnderlined = true
    case 7: style.isInverse = true
    case 22: (style.isBold, style.isDim) = (false, false)
    case 24: style.isUnderlined = false
    case 27: style.isInverse = false
    case 30...37: style.color = number
    case 39: style.color = nil
    default: break
    }
  }
}
