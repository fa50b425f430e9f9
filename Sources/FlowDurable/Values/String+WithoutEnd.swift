extension String {
  /// The text without its full stop, to go on with in a sentence.
  var withoutEnd: String { hasSuffix(".") ? String(dropLast()) : self }
}
