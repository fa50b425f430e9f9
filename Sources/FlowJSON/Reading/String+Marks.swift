extension String {
  /// Returns whether the text has that many combining marks in a row.
  func hasMarks(inARow limit: Int) -> Bool {
    // Each mark takes at least two bytes.
    guard utf8.count >= 2 * limit else { return false }
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
  /// need no look at the tables.
  fileprivate var isMark: Bool {
    switch value {
    case ..<0x300, 0x3400...0xA66E, 0xAC00...0xD7FF, 0x1F000...0x1FAFF: false
    default: properties.canonicalCombiningClass != .notReordered
    }
  }
}
