import FlowJSON
import Foundation

/// Keeps what it hears. Guard of the entries: the lock.
final class CapturingLogger: FlowLogger, @unchecked Sendable {
  private let lock = NSLock()
  private var lines: [String] = []

  var entries: [String] { lock.withLock { lines } }

  func log(_ level: FlowLogLevel, _ message: String) {
    lock.withLock { lines.append("\(level): \(message)") }
  }
}
