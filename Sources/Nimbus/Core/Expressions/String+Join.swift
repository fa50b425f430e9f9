extension String {
  /// Appends a text. If there is no text yet, this takes over the other one's storage instead of copying it.
  mutating func join(_ text: String) {
    if isEmpty { self = text } else { append(text) }
  }
}
