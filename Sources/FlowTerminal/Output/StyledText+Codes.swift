public import FlowScreens

extension StyledText {
  /// Returns the text with the escape codes of its styles, or without codes.
  ///
  /// - Parameter enabled: Whether to add codes, as ``Terminal/usesColor(for:)`` indicates.
  /// - Returns: The text to write. Text from outside the program must already be printable, like the lines of a
  ///   `Frame`.
  public func coded(when enabled: Bool) -> String {
    spans.map { $0.coded(when: enabled) }.joined()
  }
}

extension StyledText {
  /// Returns the text with the codes for a screen, which needs styles even without colours, such as the inverse style
  /// of the focus.
  func codedForScreen(usesColor: Bool) -> String {
    spans.map { usesColor ? $0.coded(when: true) : $0.coded($0.text, TextStyle.withoutColor) }.joined()
  }
}

extension StyledText.Span {
  func coded(when enabled: Bool) -> String {
    enabled ? coded(colors?.apply(to: text) ?? text, TextStyle.allCases) : text
  }

  /// Applies the allowed styles that the text has, in this order, so that equal texts have equal codes.
  fileprivate func coded(_ text: String, _ allowed: [TextStyle]) -> String {
    if styles.isEmpty { return text }
    return allowed.filter(styles.contains).reduce(text) { $1.apply(to: $0, when: true) }
  }
}

extension TextStyle {
  fileprivate static let withoutColor = allCases.filter { style in
    switch style {
    case .red, .green, .yellow, .cyan: false
    case .bold, .dim, .underlined, .inverse: true
    }
  }
}
