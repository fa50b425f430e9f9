import FlowTerminal

/// Says something to people on one of the standard streams, in lines that fit its window.
///
///     try Sentences(.output).say("The screen was left.")
struct Sentences: Sendable {
  private let stream: Terminal.Stream
  private let terminal: Terminal
  private let output: TextOutput

  /// Speaks on a stream of this process, which is asked for its window now.
  init(_ stream: Terminal.Stream, terminal: Terminal = .current()) {
    self.stream = stream
    self.terminal = terminal
    output = TextOutput(descriptor: stream == .error ? 2 : 1)
  }

  /// Writes a text and a line end. What came from outside goes through `printable` first.
  func say(_ text: String) throws(OutputFailure) {
    try output.writeLine(terminal.fitting(text, on: stream))
  }
}
