import FlowScreens

/// A screen as a transcript: the whole screen first, then the lines that have changed.
struct PlainTranscript: Sendable {
  private let usesColor: Bool
  private var shown: [StyledText] = []

  /// Creates a transcript. Without colours, a change of colour isn't a change.
  init(usesColor: Bool = false) {
    self.usesColor = usesColor
  }

  /// Returns the lines from the first to the last new line.
  mutating func changes(to frame: Frame) -> [StyledText] {
    let lines = usesColor ? frame.lines : frame.text.map { StyledText($0) }
    defer { shown = lines }
    let new = places(ofNewIn: lines)
    guard let first = new.first, let last = new.last else { return [] }
    return Array(lines[first...last])
  }

  /// Returns the indices of the lines that weren't shown before in the same order. If there are more equal lines than
  /// before, such as the bottom borders of frames, the later lines are new.
  private func places(ofNewIn lines: [StyledText]) -> [Int] {
    // The indices of each shown line, in reverse order.
    var old = Dictionary(grouping: shown.indices.reversed()) { shown[$0] }
    var next = 0
    return lines.indices.filter { place in
      while let candidate = old[lines[place]]?.popLast() {
        guard candidate >= next else { continue }
        next = candidate + 1
        return false
      }
      return true
    }
  }
}
