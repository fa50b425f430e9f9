/// The part of a text that is near a cursor, as cells.
///
/// The text can be very long, so only the characters that a line of the given width can show become cells.
package struct TextAroundCursor {
  /// The cells before the cursor, the nearest first.
  private var before: [TextCell] = []
  private var after: [TextCell] = []
  /// The width of the text before the cursor, if it is within the limit; otherwise, a width above the limit.
  let beforeWidth: Int
  /// The width of the text after the cursor, if it is within the limit; otherwise, a width above the limit.
  let afterWidth: Int

  /// Creates the part of a text.
  ///
  /// - Parameters:
  ///   - text: The text. Line breaks and tabs count as spaces.
  ///   - cursor: The number of characters before the cursor. A number beyond the end of the text means the end.
  ///   - width: The maximum number of columns to show on each side.
  ///   - styles: The styles of the cells.
  package init(_ text: String, cursor: Int, width: Int, styles: Set<TextStyle> = []) {
    let styles = CellStyles(styles)
    let place = text.index(text.startIndex, offsetBy: max(0, cursor), limitedBy: text.endIndex) ?? text.endIndex
    var rest = text[place...]
    var next = rest.first
    var used = 0
    for character in text[..<place].reversed() {
      if used > width { break }
      for cell in Self.cells(of: character, before: next, styles).reversed() {
        before.append(cell)
        used += cell.width
      }
      next = character
    }
    beforeWidth = used
    used = 0
    while used <= width, let character = rest.popFirst() {
      for cell in Self.cells(of: character, before: rest.first, styles) {
        after.append(cell)
        used += cell.width
      }
    }
    afterWidth = used
  }

  /// Returns the end of the text before the cursor, as far as it fits into a width.
  package func before(width: Int) -> StyledText { StyledText(Self.fitting(before, width).reversed()) }

  /// Returns the beginning of the text after the cursor, as far as it fits into a width.
  package func after(width: Int) -> StyledText { StyledText(Self.fitting(after, width)) }

  private static func fitting(_ cells: [TextCell], _ width: Int) -> ArraySlice<TextCell> {
    var used = 0
    return cells.prefix { cell in
      used += cell.width
      return used <= width
    }
  }

  private static func cells(of character: Character, before next: Character?, _ styles: CellStyles) -> [TextCell] {
    // Compare bytes, because comparing characters with many combining marks takes long.
    let drawn =
      switch (character.utf8.first, character.utf8.count) {
      case (UInt8(ascii: "\n"), 1), (UInt8(ascii: "\t"), 1), (UInt8(ascii: "\r"), 2): " "
      default: String(character).printable(before: next?.unicodeScalars.first)
      }
    return drawn.map { TextCell($0, styles) }
  }
}
