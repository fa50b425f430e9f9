package import FlowScreens
import FlowState

/// A logger that keeps its messages.
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

  /// Removes the entries so far and returns them.
  package func take() -> [String] {
    kept.withLock { entries in
      defer { entries = [] }
      return entries
    }
  }
}
