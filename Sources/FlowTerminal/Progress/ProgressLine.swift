import FlowScreens

/// What a progress indicator shows, as a value: each method returns what to write.
struct ProgressLine: Sendable {
  /// How it is shown: drawn again and again on one line of that width, or written once.
  enum Mode: Sendable, Equatable {
    case animated(columns: Int)
    case plain
  }

  private static let frames = ["|", "/", "-", "\\"]

  private let mode: Mode
  private var text: String?
  private var frame = 0
  /// Counts the starts, so that a tick that was meant for an earlier one can be told.
  private(set) var turn = 0

  init(mode: Mode) {
    self.mode = mode
  }

  /// Shows a text, in place of an earlier one if there is one. Nothing is written when it is there already.
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
    // The last column stays empty: a terminal that has wrapped does not come back to the line with a carriage return.
    "\r\(Self.frames[frame]) \(text.fitted(to: columns - 3))\u{1B}[K"
  }
}

extension String {
  /// The beginning of the text that surely fits. Whatever is not ASCII may take two columns.
  fileprivate func fitted(to columns: Int) -> String {
    var width = 0
    let end = indices.first { index in
      width += self[index].unicodeScalars.reduce(0) { $0 + ($1.isASCII ? 1 : 2) }
      return width > columns
    }
    return String(self[..<(end ?? endIndex)])
  }
}
