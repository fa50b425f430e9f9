import FlowTerminal

/// Prints messages to a standard stream, wrapped to the width of its window.
///
///     try Sentences(.output).say("The screen was left.")
struct Sentences: Sendable {
  private let stream: Terminal.Stream
  private let terminal: Terminal
  private let output: TextOutput

  /// Creates a printer for a dialogue.
  init(_ dialogue: Dialogue) {
    stream = .output
    terminal = dialogue.terminal
    output = dialogue.output
  }

  /// Creates a printer for a stream of this process, with the current width of its window.
  init(_ stream: Terminal.Stream, terminal: Terminal = .current()) {
    self.stream = stream
    self.terminal = terminal
    output = TextOutput(descriptor: stream == .error ? 2 : 1)
  }

  /// Prints a text and a line break. Convert untrusted text with `printable` first.
  func say(_ text: String) throws(OutputFailure) {
    try output.writeLine(terminal.fitting(text, on: stream))
  }
}
