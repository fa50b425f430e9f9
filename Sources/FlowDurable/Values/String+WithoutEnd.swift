extension String {
  /// The text without its full stop, so that a sentence can continue after it.
  var withoutEnd: String { hasSuffix(".") ? String(dropLast()) : self }
}
