public import FlowScreens

extension StyledText {
  /// The text with the codes of its styles, or without any.
  ///
  /// - Parameter enabled: Whether to style at all, as ``Terminal/usesColor(for:)`` says.
  /// - Returns: The text as it can be written. What came from outside must be printable, as the lines of a `Frame` are.
  public func coded(when enabled: Bool) -> String {
    spans.map { $0.coded(when: enabled) }.joined()
  }
}

extension StyledText.Span {
  /// The styles are applied in the order in which they are declared, so that the same text always has the same codes.
  func coded(when enabled: Bool) -> String {
    guard enabled, !styles.isEmpty else { return text }
    return TextStyle.allCases.filter(styles.contains).reduce(text) { $1.apply(to: $0, when: true) }
  }
}
