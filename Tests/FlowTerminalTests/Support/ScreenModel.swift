import FlowScreens

@testable import FlowTerminal

/// A model of a terminal: a grid that interprets the known codes and records any other as a complaint.
struct ScreenModel {
  struct Cell: Equatable {
    var character: Character
    /// The codes of the styles that are on.
    var styles: Set<Int> = []
  }

  private(set) var size: WindowSize
  /// Nil where the right half of a wide character is.
  private(set) var cells: [[Cell?]]
  private(set) var row = 0
  private(set) var column = 0
  private(set) var showsCursor = true
  private(set) var isOnOtherScreen = false
  private(set) var wraps = true
  private(set) var isSynchronized = false
  private(set) var complaints: [String] = []
  private var styles: Set<Int> = []

  init(size: WindowSize) {
    self.size = size
    cells = Self.blank(size)
  }

  private static func blank(_ size: WindowSize) -> [[Cell?]] {
    Array(repeating: Array(repeating: Cell(character: " "), count: size.columns), count: size.rows)
  }

  /// Changes the size and fills the grid with garbage, because terminals differ in what they keep.
  mutating func resize(to size: WindowSize) {
    self.size = size
    cells = Array(
      repeating: Array(repeating: Cell(character: "#", styles: [31]), count: size.columns), count: size.rows)
    row = size.rows - 1
    column = size.columns - 1
  }

  /// The lines as text, without the spaces at their ends.
  var text: [String] {
    cells.map { row in
      var line = String(row.compactMap { $0?.character })
      while line.last == " " { line.removeLast() }
      return line
    }
  }

  mutating func write(_ text: String) {
    var rest = Substring(text)
    while let character = rest.popFirst() {
      if character == "\u{1B}" { interpret(&rest) } else { put(character) }
    }
  }

  private mutating func put(_ character: Character) {
    let width = character.displayWidth
    guard width > 0, character.asciiValue.map({ $0 >= 0x20 && $0 != 0x7F }) ?? true else {
      complaints.append("not to be drawn: \(String(character).debugDescription)")
      return
    }
    if column + width > size.columns {
      complaints.append("drawn past the edge: \(character)")
      column = size.columns - width
    }
    cells[row][column] = Cell(character: character, styles: styles)
    for extra in 1..<max(2, width) where extra < width { cells[row][column + extra] = nil }
    // Without wrapping the cursor stays on the last column.
    column = min(column + width, size.columns - 1)
  }

  private mutating func interpret(_ rest: inout Substring) {
    guard rest.popFirst() == "[" else { return complaints.append("an escape without [") }
    var parameters = ""
    while let next = rest.first, "0123456789;?".contains(next) {
      parameters.append(next)
      rest.removeFirst()
    }
    let final = rest.popFirst() ?? " "
    let numbers = parameters.drop { $0 == "?" }.split(separator: ";").compactMap { Int($0) }
    switch (final, parameters) {
    case ("H", _):
      row = (numbers.first ?? 1) - 1
      column = (numbers.dropFirst().first ?? 1) - 1
      if !(0..<size.rows).contains(row) || !(0..<size.columns).contains(column) {
        complaints.append("the cursor is at \(row), \(column)")
        row = 0
        column = 0
      }
    case ("J", "2"): cells = Self.blank(size)
    case ("K", ""): for index in column..<size.columns { cells[row][index] = Cell(character: " ") }
    case ("m", _): style(numbers)
    case ("h", "?1049"), ("l", "?1049"):
      isOnOtherScreen = final == "h"
      cells = Self.blank(size)
    case ("h", "?7"), ("l", "?7"): wraps = final == "h"
    case ("h", "?25"), ("l", "?25"): showsCursor = final == "h"
    case ("h", "?2026"), ("l", "?2026"): isSynchronized = final == "h"
    case ("h", "?2004"), ("l", "?2004"): break
    default: complaints.append("unknown: [\(parameters)\(final)")
    }
  }

  private mutating func style(_ numbers: [Int]) {
    var rest = numbers[...]
    while let number = rest.popFirst() {
      guard number == 38 || number == 48 else {
        style(number)
        continue
      }
      guard let form = rest.popFirst(), form == 2 || form == 5, rest.count >= (form == 2 ? 3 : 1) else {
        return complaints.append("an unknown colour: \(numbers)")
      }
      let color = rest.prefix(form == 2 ? 3 : 1)
      rest = rest[color.endIndex...]
      styles.insert(Self.style(isForeground: number == 38, color))
    }
  }

  /// A style for a colour of an image.
  private static func style(isForeground: Bool, _ color: some Collection<Int>) -> Int {
    color.reduce(isForeground ? foreground : background) { $0 << 8 | $1 } << (color.count == 1 ? 16 : 0)
  }

  private static let foreground = 1
  private static let background = 2

  private mutating func style(_ number: Int) {
    switch number {
    case 0: styles = []
    case 22: styles.subtract([1, 2])
    case 24: styles.remove(4)
    case 27: styles.remove(7)
    case 39: styles = styles.filter { !(30...37).contains($0) && $0 >> 24 != Self.foreground }
    case 49: styles = styles.filter { $0 >> 24 != Self.background }
    default: styles.insert(number)
    }
  }

  /// The cells that the terminal should show for some lines.
  static func expected(_ lines: [StyledText], size: WindowSize) -> [[Cell?]] {
    var cells = Self.blank(size)
    for (row, line) in lines.enumerated() {
      var column = 0
      for span in line.spans {
        let colors = [
          span.colors?.foreground.map { style(isForeground: true, $0.numbers) },
          span.colors?.background.map { style(isForeground: false, $0.numbers) },
        ]
        let styles = Set(span.styles.map(\.number) + colors.compactMap { $0 })
        for character in span.text {
          cells[row][column] = Cell(character: character, styles: styles)
          for extra in 1..<max(2, character.displayWidth) where extra < character.displayWidth {
            cells[row][column + extra] = nil
          }
          column += character.displayWidth
        }
      }
    }
    return cells
  }
}

extension CellColors.Color {
  fileprivate var numbers: [Int] {
    switch self {
    case .rgb(let red, let green, let blue): [Int(red), Int(green), Int(blue)]
    case .indexed(let index): [Int(index)]
    }
  }
}

extension TextStyle {
  fileprivate var number: Int {
    switch self {
    case .bold: 1
    case .dim: 2
    case .underlined: 4
    case .inverse: 7
    case .red: 31
    case .green: 32
    case .yellow: 33
    case .cyan: 36
    }
  }
}
