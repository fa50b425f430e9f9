import FlowScreens
import FlowTerminal

/// A logger that writes the warnings and errors of the JSON products to standard error.
struct ErrorLogger: FlowLogger {
  func log(_ level: FlowLogLevel, _ message: String) {
    guard level > .info else { return }
    try? Sentences(.error).say("\(level.rawValue): \(message.printable)")
  }
}
