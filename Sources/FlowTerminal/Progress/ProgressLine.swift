import FlowScreens

/// The state machine of a progress indicator. Each method returns the text to write.
struct ProgressLine: Sendable {
  /// The way in which progress is shown: as an animation on one line of the given width, or as a text that is written
  /// once.
  enum Mode: Sendable, Equatable {
    case animated(columns: Int)
    case plain
  }

  private static let frames = ["|", "/", "-", "\\"]

  private let mode: Mode
  private var text: String?
  private var frame = 0
  /// Counts starts and stops, so that outdated ticks can be ignored.
  private(set) var turn = 0

  init(mode: Mode) {
    self.mode = mode
  }

  /// Shows a text, and replaces the previous one. Returns an empty text if the text is already shown.
  mutating func start(_ text: String) -> String {
    let text = text.printable
    guard text != self.text else { return "" }
    self.text = text
    turn += 1
    return switch mode {
    case .animated(let columns): drawing(of: text, columns: columns)
    case .plain: text + "\n"
    }
  }

  mutating func tick(in turn: Int) -> String {
    guard turn == self.turn, let text, case .animated(let columns) = mode else { return "" }
    frame = (frame + 1) % Self.frames.count
    return drawing(of: text, columns: columns)
  }

  mutating func stop() -> String {
    guard text != nil else { return "" }
    text = nil
    turn += 1
    frame = 0
    return if case .animated = mode { "\r\u{1B}[K" } else { "" }
  }

  func isAnimated(in turn: Int) -> Bool {
    turn == self.turn && text != nil && mode != .plain
  }

  private func drawing(of text: String, columns: Int) -> String {
    // Keep the last column empty, because after wrapping, a carriage return wouldn't lead back to the line.
    "\r\(Self.frames[frame]) \(text.fitted(to: columns - 3))\u{1B}[K"
  }
}

extension String {
  /// The beginning of the text that certainly fits. A character that isn't ASCII may cover two columns.
  fileprivate func fitted(to columns: Int) -> String {
    var width = 0
    let end = indices.first { index in
      width += self[index].unicodeScalars.reduce(0) { $0 + ($1.isASCII ? 1 : 2) }
      return width > columns
    }
    return String(self[..<(end ?? endIndex)])
  }
}
