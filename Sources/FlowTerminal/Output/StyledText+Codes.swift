public import FlowScreens

extension StyledText {
  /// Returns the text with the escape codes of its styles, or without codes.
  ///
  /// - Parameter enabled: Whether to add codes, as ``Terminal/usesColor(for:)`` indicates.
  /// - Returns: The text to write. Text from outside the program must already be printable, as the lines of a `Frame` are.
  public func coded(when enabled: Bool) -> String {
    spans.map { $0.coded(when: enabled) }.joined()
  }
}

extension StyledText.Span {
  /// Applies the styles in the order of their declaration, so that equal texts have equal codes.
  func coded(when enabled: Bool) -> String {
    guard enabled, !styles.isEmpty else { return text }
    return TextStyle.allCases.filter(styles.contains).reduce(text) { $1.apply(to: $0, when: true) }
  }
}
