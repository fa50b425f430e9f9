extension String {
  /// The text for an error message. Of a text with more than a hundred Unicode scalars, only these are left, and `…`: a document can
  /// have names of any length.
  package var brief: String {
    guard utf8.count > Self.briefSize, unicodeScalars.count > Self.briefSize else { return self }
    return String(UnicodeScalarView(unicodeScalars.prefix(Self.briefSize))) + "…"
  }

  private static let briefSize = 100
}
