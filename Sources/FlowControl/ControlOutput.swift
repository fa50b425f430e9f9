import FlowJSON
import FlowScreens
import FlowTerminal

/// The input, the output, and the error output of a command line.
struct ControlOutput: Sendable {
  /// The width of the window that shows tables; nil if the output isn't a window.
  let columns: Int?
  private let writing: @Sendable (String) throws -> Void
  private let complaint: @Sendable (String) -> Void
  private let reading: @Sendable () -> String?

  init(
    columns: Int?, read: @escaping @Sendable () -> String? = { Swift.readLine() },
    write: @escaping @Sendable (String) throws -> Void, complain: @escaping @Sendable (String) -> Void
  ) {
    self.columns = columns
    reading = read
    writing = write
    complaint = complain
  }

  /// Standard output and standard error.
  static var standard: ControlOutput {
    let terminal = Terminal.current()
    let (output, errors) = (TextOutput(), TextOutput(descriptor: 2))
    return ControlOutput(columns: terminal.isTerminal(.output) ? terminal.columns : nil) { text in
      try output.write(text)
    } complain: { text in
      // If standard error is closed, the failure can't be reported.
      try? errors.write(text)
    }
  }

  func write(_ text: String) throws {
    try writing(text)
  }

  func writeLine(_ line: String) throws {
    try writing(line + "\n")
  }

  /// Writes a value as a line of JSON that can't control a terminal.
  func writeLine(_ json: JSONValue) throws {
    try writeLine(json.text(JSONTextStyle(isSorted: true, isPrintable: true)))
  }

  /// Reads the answer to a question; nil at the end of the input.
  func readLine() -> String? { reading() }

  /// Writes a message to standard error.
  func complain(_ message: String) {
    complaint(message + "\n")
  }

  /// Writes an error to standard error. Its text can come from a file or a server, and can't control a terminal.
  func complain(of error: any Error) {
    let lines = "\(error)".split(separator: "\n", omittingEmptySubsequences: false)
    complain(lines.map { String($0).printable }.joined(separator: "\n"))
  }
}
