public import FlowScreens

extension TextStyle {
  /// The text in this style.
  ///
  /// - Parameters:
  ///   - text: What to style. It may hold text of another style; that one's end does not end this one.
  ///   - enabled: Whether to style at all, as ``Terminal/usesColor(for:)`` says. Otherwise the text stays as it is.
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

  /// Ends only this kind of style: a colour inside bold text leaves it bold.
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
  /// The text with `begin` put after every `end`, where an inner style of the same kind would have ended the outer.
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
