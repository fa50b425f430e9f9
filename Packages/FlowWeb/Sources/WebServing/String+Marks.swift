extension String {
  /// The maximum number of combining marks in a row in a text from a client.
  package static let mostMarks = 1_000

  /// Whether the text takes too long to compare. The time that Swift needs grows with the square of the number of
  /// combining marks in a row: a megabyte of marks would take hours.
  package var isTooSlowToCompare: Bool {
    // Each mark takes at least two bytes. The first is at least 0xCC.
    guard utf8.count > 2 * Self.mostMarks, utf8.contains(where: { $0 >= 0xCC }) else { return false }
    var marks = 0
    for scalar in unicodeScalars {
      let isMark = scalar.value >= 0x300 && scalar.properties.canonicalCombiningClass != .notReordered
      marks = isMark ? marks + 1 : 0
      if marks > Self.mostMarks { return true }
    }
    return false
  }
}
