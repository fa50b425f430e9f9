extension String {
  /// Appends a text. If the string is empty, it shares the storage of the text and doesn't copy it.
  mutating func join(_ text: String) {
    if isEmpty { self = text } else { append(text) }
  }
}
