import FlowTerminal
import Foundation

extension ScreenSession {
  /// A session that reads commands from a pipe and writes lines to another.
  init(_ input: Pipe, _ output: Pipe, columns: Int = 80) {
    self.init(
      lines: LineReader(input: input.fileHandleForReading.fileDescriptor),
      output: TextOutput(descriptor: output.fileHandleForWriting.fileDescriptor),
      terminal: Terminal(terminals: [], environment: [:], columns: columns))
  }
}
