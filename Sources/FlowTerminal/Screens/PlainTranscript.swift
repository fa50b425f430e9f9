import FlowLayout

/// A screen as lines that follow one another: the whole first, and then what has changed.
struct PlainTranscript: Sendable {
  private let usesColor: Bool
  private var shown: [StyledText] = []

  /// Without colours nobody sees a change of them.
  init(usesColor: Bool = false) {
    self.usesColor = usesColor
  }

  /// The lines between the first and the last that differ from what was shown last.
  mutating func changes(to frame: Frame) -> [StyledText] {
    let lines = usesColor ? frame.lines : frame.text.map { StyledText($0) }
    defer { shown = lines }
    let start = zip(shown, lines).prefix { $0.0 == $0.1 }.count
    let room = min(shown.count, lines.count) - start
    let end = zip(shown.reversed(), lines.reversed()).prefix(room).prefix { $0.0 == $0.1 }.count
    return Array(lines[start..<lines.count - end])
  }
}
