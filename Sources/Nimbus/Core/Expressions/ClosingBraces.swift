/// Finds the end of an expression that begins at any position of a string.
///
/// The initializer computes all ends in one pass from the end of the string. The time doesn't depend on the number of
/// unclosed openings.
struct ClosingBraces {
  private let ends: [Int]

  init(_ bytes: [UInt8]) {
    let none = -1
    var outside = [Int](repeating: none, count: bytes.count + 1)
    // Inside quotes, only the next two positions matter.
    var inside = none
    var insideNext = none
    for position in bytes.indices.reversed() {
      let byte = bytes[position]
      outside[position] =
        switch byte {
        case UInt8(ascii: "}"): position
        case UInt8(ascii: "'"): inside
        default: outside[position + 1]
        }
      let here: Int
      if byte == UInt8(ascii: "'") {
        here = outside[position + 1]
      } else if byte == UInt8(ascii: "\\"), position + 1 < bytes.count {
        // A backslash and the next character form a unit.
        here = insideNext
      } else {
        here = inside
      }
      (insideNext, inside) = (inside, here)
    }
    ends = outside
  }

  /// Returns the position of the closing brace of the expression whose text begins at a position. Returns `nil` if
  /// there is none.
  subscript(start: Int) -> Int? {
    guard ends.indices.contains(start), ends[start] >= 0 else { return nil }
    return ends[start]
  }
}
