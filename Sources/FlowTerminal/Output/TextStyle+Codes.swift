public import FlowScreens

extension TextStyle {
  /// Returns the text in this style.
  ///
  /// - Parameters:
  ///   - text: The text to style. It can contain text in other styles. The end of such a style doesn't end this one.
  ///   - enabled: Whether to style the text, as ``Terminal/usesColor(for:)`` indicates. Otherwise the text doesn't
  ///     change.
  /// - Returns: The text between the codes that begin and end the style.
  public func apply(to text: String, when enabled: Bool) -> String {
    guard enabled, !text.isEmpty else { return text }
    return begin + text.restarting(begin, after: end) + end
  }

  private var begin: String {
    switch self {
    case .bold: "\u{1B}[1m"
    case .dim: "\u{1B}[2m"
    case .underlined: "\u{1B}[4m"
    case .inverse: "\u{1B}[7m"
    case .red: "\u{1B}[31m"
    case .green: "\u{1B}[32m"
    case .yellow: "\u{1B}[33m"
    case .cyan: "\u{1B}[36m"
    }
  }

  /// The code that ends only this kind of style. A colour that ends inside bold text leaves the text bold.
  private var end: String {
    switch self {
    case .bold, .dim: "\u{1B}[22m"
    case .underlined: "\u{1B}[24m"
    case .inverse: "\u{1B}[27m"
    case .red, .green, .yellow, .cyan: "\u{1B}[39m"
    }
  }
}

extension String {
  /// Inserts `begin` after every `end`, because the end of an inner style of the same kind would also end the outer
  /// one.
  fileprivate func restarting(_ begin: String, after end: String) -> String {
    var result = ""
    var rest = self[...]
    while let range = rest.firstRange(of: end) {
      result += rest[..<range.upperBound] + begin
      rest = rest[range.upperBound...]
    }
    return result + rest
  }
}
