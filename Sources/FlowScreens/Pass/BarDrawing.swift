/// A bar as a line of text: its cells, and how much is done in words where there is room for them.
struct BarDrawing {
  /// A bar that is narrower tells too little to stand beside something else.
  static let usefulWidth = 10
  /// A bar that is wider tells nothing more.
  private static let maximumWidth = 60

  let fraction: Double
  let width: Int

  /// A fraction that is no number is none.
  init(fraction: Double, width: Int) {
    self.fraction = fraction.isNaN ? 0 : min(max(fraction, 0), 1)
    self.width = min(max(1, width), Self.maximumWidth)
  }

  var line: StyledText {
    guard width >= Self.usefulWidth else { return cells(width) }
    let percent = "\(Int(fraction * 100))%"
    return cells(width - 5) + StyledText(String(repeating: " ", count: 5 - percent.count) + percent)
  }

  /// Rounded down: a bar is full only when everything is done.
  private func cells(_ count: Int) -> StyledText {
    let filled = Int(fraction * Double(count))
    return StyledText(String(repeating: "█", count: filled), .green)
      + StyledText(String(repeating: "░", count: count - filled), .dim)
  }
}
