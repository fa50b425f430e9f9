extension String {
  /// Whether the text has more than 128 consecutive combining marks. The time that Swift needs to compare strings grows
  /// with the square of that number: a megabyte of marks would take hours.
  package var hasTooManyMarks: Bool { hasMarks(inARow: Self.marksInARow + 1) }

  static let marksInARow = 128

  /// Returns whether the text has a number of consecutive combining marks.
  package func hasMarks(inARow limit: Int) -> Bool {
    // Each mark takes at least two bytes. The first is at least 0xCC.
    guard utf8.count >= 2 * limit, utf8.contains(where: { $0 >= 0xCC }) else { return false }
    var marks = 0
    for scalar in unicodeScalars {
      marks = scalar.isMark ? marks + 1 : 0
      if marks == limit { return true }
    }
    return false
  }
}

extension Unicode.Scalar {
  /// Whether the scalar is a combining mark that Unicode normalization reorders. Ranges of common letters without marks
  /// don't need the tables.
  fileprivate var isMark: Bool {
    switch value {
    case ..<0x300, 0x3400...0xA66E, 0xAC00...0xD7FF, 0x1F000...0x1FAFF: false
    default: properties.canonicalCombiningClass != .notReordered
    }
  }
}
