/// Draws what a terminal shows as an SVG picture that every browser renders alike.
///
/// No element contains a space, because browsers differ in the spaces that they keep. Each word has a position of its own,
/// and bars and frames are shapes, so the columns stay aligned in any font.
struct TerminalPicture {
  private typealias Cell = TerminalGrid.Cell

  private static let cell = (width: 8.4, height: 18.0)
  private static let origin = (x: 14.0, y: 34.0)
  private static let foreground = "#d7dce4"
  private static let background = "#1d2129"

  private var picture: SVGText

  /// Draws a grid below a title bar.
  static func text(of grid: TerminalGrid, title: String) -> String {
    var picture = TerminalPicture(grid, title: title)
    for (index, row) in grid.rows.enumerated() { picture.draw(row, at: index) }
    return picture.picture.text
  }

  private init(_ grid: TerminalGrid, title: String) {
    let columns = Double(grid.rows.first?.count ?? 0)
    picture = SVGText(
      title: title, width: 2 * Self.origin.x + columns * Self.cell.width,
      height: Self.origin.y + Double(grid.rows.count) * Self.cell.height + 12,
      font: "DejaVu Sans Mono, Menlo, Consolas, monospace", fontSize: 14)
    for (x, color) in [("18", "#ff5f57"), ("36", "#febc2e"), ("54", "#28c840")] {
      picture.add("circle", ["cx": x, "cy": "16", "r": "5", "fill": color])
    }
  }

  private mutating func draw(_ row: [Cell], at index: Int) {
    let top = Self.origin.y + Double(index) * Self.cell.height
    for run in Self.runs(row, joining: { $0.style == $1.style && $0.style.isInverse })
    where row[run.lowerBound].style.isInverse {
      draw(rectangle: run, top: top, color: Self.color(row[run.lowerBound].style))
    }
    for run in Self.runs(row, joining: { $0.style == $1.style && Shape($0.character) == Shape($1.character) }) {
      draw(Array(row[run]), from: run.lowerBound, top: top)
    }
  }

  /// The longest ranges whose neighbouring cells belong together.
  private static func runs(_ row: [Cell], joining belong: (Cell, Cell) -> Bool) -> [Range<Int>] {
    var runs: [Range<Int>] = []
    for index in row.indices {
      if let last = runs.last, belong(row[index - 1], row[index]) {
        runs[runs.count - 1] = last.lowerBound..<index + 1
      } else {
        runs.append(index..<index + 1)
      }
    }
    return runs
  }

  /// The shape that draws a character.
  private enum Shape: Equatable {
    case space
    case word
    case bar(opacity: String?)
    case line
    case corner(Character)

    init(_ character: Character) {
      switch character {
      case " ": self = .space
      case "█": self = .bar(opacity: nil)
      case "░": self = .bar(opacity: "0.25")
      case "─": self = .line
      case "│", "┌", "┐", "└", "┘": self = .corner(character)
      default: self = .word
      }
    }
  }

  private mutating func draw(_ run: [Cell], from column: Int, top: Double) {
    let style = run[0].style
    let color = style.isInverse ? Self.background : Self.color(style)
    switch Shape(run[0].character) {
    case .space: break
    case .word:
      picture.add(
        "text",
        [
          "x": Self.x(column), "y": SVGText.number(top + 13.5), "fill": color == Self.foreground ? nil : color,
          "font-weight": style.isBold ? "bold" : nil, "opacity": style.isDim ? "0.6" : nil,
          "text-decoration": style.isUnderlined ? "underline" : nil,
        ], content: String(run.map(\.character)))
    case .bar(let opacity):
      draw(rectangle: column..<column + run.count, top: top, color: color, inset: 3, opacity: opacity)
    case .line:
      draw(path: "M\(Self.x(column)) \(SVGText.number(top + 9))H\(Self.x(column + run.count))", color)
    case .corner(let character):
      for index in run.indices { draw(corner: character, column: column + index, top: top, color) }
    }
  }

  private mutating func draw(corner: Character, column: Int, top: Double, _ color: String) {
    let (middle, left, right) = (Self.x(Double(column) + 0.5), Self.x(column), Self.x(column + 1))
    let (upper, center, lower) = (
      SVGText.number(top), SVGText.number(top + 9), SVGText.number(top + Self.cell.height)
    )
    switch corner {
    case "┌": draw(path: "M\(right) \(center)H\(middle)V\(lower)", color)
    case "┐": draw(path: "M\(left) \(center)H\(middle)V\(lower)", color)
    case "└": draw(path: "M\(right) \(center)H\(middle)V\(upper)", color)
    case "┘": draw(path: "M\(left) \(center)H\(middle)V\(upper)", color)
    default: draw(path: "M\(middle) \(upper)V\(lower)", color)
    }
  }

  private mutating func draw(path: String, _ color: String) {
    picture.add("path", ["d": path, "fill": "none", "stroke": color, "opacity": "0.6"])
  }

  private mutating func draw(
    rectangle columns: Range<Int>, top: Double, color: String, inset: Double = 0, opacity: String? = nil
  ) {
    picture.add(
      "rect",
      [
        "x": Self.x(columns.lowerBound), "y": SVGText.number(top + inset),
        "width": SVGText.number(Double(columns.count) * Self.cell.width),
        "height": SVGText.number(Self.cell.height - 2 * inset), "fill": color, "opacity": opacity,
      ])
  }

  private static func x(_ column: Int) -> String { x(Double(column)) }

  private static func x(_ column: Double) -> String { SVGText.number(origin.x + column * cell.width) }

  private static func color(_ style: TerminalGrid.Style) -> String {
    switch style.color {
    case 31: "#ff7b72"
    case 32: "#7ed491"
    case 33: "#e3b341"
    case 36: "#76c7d9"
    default: foreground
    }
  }
}
