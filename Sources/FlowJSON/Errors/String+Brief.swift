extension String {
  /// The text for an error message, cut to a hundred Unicode scalars and followed by `…` if it is longer.
  ///
  /// A document can have names of any length.
  package var brief: String {
    guard utf8.count > Self.briefSize, unicodeScalars.count > Self.briefSize else { return self }
    return String(UnicodeScalarView(unicodeScalars.prefix(Self.briefSize))) + "…"
  }

  private static let briefSize = 100
}
