import FlowScreens

/// A screen as lines that follow one another: the whole first, and then what has changed.
struct PlainTranscript: Sendable {
  private let usesColor: Bool
  private var shown: [StyledText] = []

  /// Without colours nobody sees a change of them.
  init(usesColor: Bool = false) {
    self.usesColor = usesColor
  }

  /// The lines between the first and the last that are new.
  mutating func changes(to frame: Frame) -> [StyledText] {
    let lines = usesColor ? frame.lines : frame.text.map { StyledText($0) }
    defer { shown = lines }
    let new = places(ofNewIn: lines)
    guard let first = new.first, let last = new.last else { return [] }
    return Array(lines[first...last])
  }

  /// Where lines stand that were not shown, in this order. Of equal lines, such as the lower edges of two frames, the
  /// later ones are new.
  private func places(ofNewIn lines: [StyledText]) -> [Int] {
    // The places of each line that was shown, the first one last.
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
