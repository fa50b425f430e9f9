import Logging
import Synchronization

/// A log that a test reads.
final class RecordingLog: Sendable {
  private let entries = Mutex<[String]>([])

  /// The entries, each with its level, its message, and its metadata.
  var lines: [String] { entries.withLock { $0 } }

  var logger: Logger { Logger(label: "test") { _ in Handler(log: self) } }

  private struct Handler: LogHandler {
    let log: RecordingLog
    var metadata = Logger.Metadata()
    var logLevel = Logger.Level.warning

    subscript(metadataKey key: String) -> Logger.Metadata.Value? {
      get { metadata[key] }
      set { metadata[key] = newValue }
    }

    func log(event: LogEvent) {
      let all = (event.metadata ?? [:]).sorted { $0.key < $1.key }.map { "\($0.key)=\($0.value)" }
      log.entries.withLock { $0.append("\(event.level) \(event.message) \(all.joined(separator: " "))") }
    }
  }
}
