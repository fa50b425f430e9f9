package import FlowScreens
import FlowState

/// Keeps what is logged.
package final class LogBook: FlowLogger {
  private let kept = Locked<[String]>([])

  package init() {}

  package func log(_ level: FlowLogLevel, _ message: String) {
    kept.withLock { $0.append("\(level): \(message)") }
  }

  /// The entries so far, each with its level before it.
  package var entries: [String] { kept.withLock { $0 } }

  /// The messages of level error.
  package var errors: [String] { entries.filter { $0.hasPrefix("error: ") }.map { String($0.dropFirst(7)) } }

  /// The entries so far, which are forgotten.
  package func take() -> [String] {
    kept.withLock { entries in
      defer { entries = [] }
      return entries
    }
  }
}
