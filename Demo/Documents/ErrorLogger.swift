import FlowScreens
import FlowTerminal

/// Writes the warnings of the JSON systems to standard error.
struct ErrorLogger: FlowLogger {
  func log(_ level: FlowLogLevel, _ message: String) {
    guard level > .info else { return }
    try? Sentences(.error).say("\(level.rawValue): \(message.printable)")
  }
}
