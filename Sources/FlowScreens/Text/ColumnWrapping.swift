/// Wraps a line whose scalars all cover one column, as in most texts. It copies no characters, so it's many times
/// faster than wrapping cells.
enum ColumnWrapping {
  /// Calls a closure with each line. The result is the same as of wrapping cells.
  static func wrap(_ text: String, width: Int, _ body: (Substring) -> Void) {
    let scalars = text.unicodeScalars
    var start = scalars.startIndex
    /// The number of columns from the start.
    var columns = 0
    /// The place after the last space in the line, and the number of columns from there. Spaces before the first word
    /// are ignored.
    var breakPoint: (place: String.Index, columns: Int)?
    var hasWord = false
    var isContinued = false
    for place in scalars.indices {
      let isSpace = scalars[place] == " "
      if isSpace, isContinued, columns == 0 {
        start = scalars.index(after: place)
        continue
      }
      if columns == width {
        let end = isSpace ? place : breakPoint?.place ?? place
        body(text[start..<end].withoutTrailingSpaces)
        isContinued = true
        if isSpace {
          (start, columns, breakPoint, hasWord) = (scalars.index(after: place), 0, nil, false)
          continue
        }
        (start, columns, breakPoint) = (end, breakPoint?.columns ?? 0, nil)
      }
      columns += 1
      if !isSpace {
        hasWord = true
        breakPoint?.columns += 1
      } else if hasWord {
        breakPoint = (scalars.index(after: place), 0)
      }
    }
    if start < scalars.endIndex || !isContinued { body(text[start...]) }
  }
}

extension Substring {
  fileprivate var withoutTrailingSpaces: Substring {
    let scalars = unicodeScalars
    guard let last = scalars.lastIndex(where: { $0 != " " }) else { return self[startIndex..<startIndex] }
    return self[..<scalars.index(after: last)]
  }
}
