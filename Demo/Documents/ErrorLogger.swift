import FlowScreens
import FlowTerminal

/// A logger that writes the warnings and errors of the JSON products to standard error, when no screens are drawn.
struct ErrorLogger: FlowLogger {
  func log(_ level: FlowLogLevel, _ message: String) {
    guard level > .info else { return }
    try? ErrorLines.write(Terminal.current().fitting("\(level.rawValue): \(message.printable)", on: .error))
  }
}
