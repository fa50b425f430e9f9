import FlowScreens

extension CellColors {
  /// Returns the text between the codes that begin and end the colours.
  func apply(to text: String) -> String {
    var begin: [String] = []
    var end: [String] = []
    if let foreground {
      begin.append("38;" + foreground.code)
      end.append("39")
    }
    if let background {
      begin.append("48;" + background.code)
      end.append("49")
    }
    guard !begin.isEmpty else { return text }
    return "\u{1B}[\(begin.joined(separator: ";"))m\(text)\u{1B}[\(end.joined(separator: ";"))m"
  }
}

extension CellColors.Color {
  fileprivate var code: String {
    switch self {
    case .rgb(let red, let green, let blue): "2;\(red);\(green);\(blue)"
    case .indexed(let index): "5;\(index)"
    }
  }
}
