import FlowJSON
import Synchronization

/// Keeps what is logged.
final class LogBook: FlowLogger {
  private let kept = Mutex<[String]>([])

  func log(_ level: FlowLogLevel, _ message: String) {
    kept.withLock { $0.append("\(level): \(message)") }
  }

  var entries: [String] { kept.withLock { $0 } }

  var errors: [String] { entries.filter { $0.hasPrefix("error: ") }.map { String($0.dropFirst(7)) } }

  /// The entries so far, which are forgotten.
  func take() -> [String] {
    kept.withLock { entries in
      defer { entries = [] }
      return entries
    }
  }
}
