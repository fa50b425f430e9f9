import FlowLayout

/// A screen as lines that follow one another: the whole first, and then what has changed.
struct PlainTranscript: Sendable {
  private var shown: [StyledText] = []

  /// The lines between the first and the last that differ from what was shown last.
  mutating func changes(to frame: Frame) -> [StyledText] {
    let lines = frame.lines
    defer { shown = lines }
    let start = zip(shown, lines).prefix { $0.0 == $0.1 }.count
    let room = min(shown.count, lines.count) - start
    let end = zip(shown.reversed(), lines.reversed()).prefix(room).prefix { $0.0 == $0.1 }.count
    return Array(lines[start..<lines.count - end])
  }

  /// All lines.
  mutating func whole(_ frame: Frame) -> [StyledText] {
    shown = frame.lines
    return shown
  }
}
