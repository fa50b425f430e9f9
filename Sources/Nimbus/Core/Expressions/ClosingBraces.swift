/// For each place of a string, where an expression that begins there would end.
///
/// All places are worked out together, from the end, so that a string of a thousand openings without a close costs no more
/// than any other.
struct ClosingBraces {
  private let ends: [Int]

  init(_ scalars: [Unicode.Scalar]) {
    let none = -1
    var outside = [Int](repeating: none, count: scalars.count + 1)
    // Inside quotes only the next two places count.
    var inside = none
    var insideNext = none
    for position in scalars.indices.reversed() {
      let scalar = scalars[position]
      outside[position] =
        switch scalar {
        case "}": position
        case "'": inside
        default: outside[position + 1]
        }
      let here: Int
      if scalar == "'" {
        here = outside[position + 1]
      } else if scalar == "\\", position + 1 < scalars.count, scalars[position + 1] == "'" {
        here = insideNext
      } else {
        here = inside
      }
      (insideNext, inside) = (inside, here)
    }
    ends = outside
  }

  /// The place of the closing brace, for an expression whose text begins at a place.
  subscript(start: Int) -> Int? {
    guard ends.indices.contains(start), ends[start] >= 0 else { return nil }
    return ends[start]
  }
}
