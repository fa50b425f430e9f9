extension String {
  /// The text for an error message, cut to a hundred Unicode scalars and followed by `…` if it is longer.
  ///
  /// A document can have names of any length.
  package var brief: String {
    isLonger(than: Self.briefSize) ? prefix(scalars: Self.briefSize) + "…" : self
  }

  /// Returns whether the text has more than a number of Unicode scalars. A single character can have any number of them.
  package func isLonger(than limit: Int) -> Bool { utf8.count > limit && unicodeScalars.count > limit }

  /// Returns the text, cut to a number of Unicode scalars.
  package func prefix(scalars limit: Int) -> String {
    utf8.count > limit ? String(unicodeScalars.prefix(limit)) : self
  }

  private static let briefSize = 100
}
