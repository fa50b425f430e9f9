/// Draws a progress bar as a line of text: its cells, and the percentage if there is room for it.
struct BarDrawing {
  /// The minimum width of a bar beside other layouts.
  static let usefulWidth = 10
  /// The maximum width of a bar. More columns would add no information.
  private static let maximumWidth = 60

  let fraction: Double
  let width: Int

  /// Treats NaN as zero, and clamps the fraction to the range from 0 to 1.
  init(fraction: Double, width: Int) {
    self.fraction = fraction.isNaN ? 0 : min(max(fraction, 0), 1)
    self.width = min(max(1, width), Self.maximumWidth)
  }

  var line: StyledText {
    guard width >= Self.usefulWidth else { return cells(width) }
    return cells(width - 5) + StyledText(String(repeating: " ", count: 5 - percent.count) + percent)
  }

  /// The nearest percentage. It is 100% only if the fraction is 1.
  private var percent: String { "\(fraction == 1 ? 100 : min(99, Int((fraction * 100).rounded())))%" }

  /// Rounds down, so that a bar is full only at 100%.
  private func cells(_ count: Int) -> StyledText {
    let filled = Int(fraction * Double(count))
    return StyledText(String(repeating: "█", count: filled), .green)
      + StyledText(String(repeating: "░", count: count - filled), .dim)
  }
}
