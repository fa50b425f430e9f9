import FlowScreens
import Synchronization

/// Passes messages about faults to the host's logger, up to a maximum number for each event and each document.
///
/// A `forEach` of a few bytes can cause a hundred thousand faults.
final class BoundedLogger: FlowLogger {
  private let logger: any FlowLogger
  private let count = Atomic(0)

  init(_ logger: any FlowLogger) {
    self.logger = logger
  }

  func log(_ level: FlowLogLevel, _ message: String) { add(level, message) }

  /// Logs an error. If there are too many messages, this one isn't built.
  func report(_ message: @autoclosure () -> String) { add(.error, message()) }

  private func add(_ level: FlowLogLevel, _ message: @autoclosure () -> String) {
    let count = count.add(1, ordering: .relaxed).oldValue
    if count < NimbusLimits.messages {
      logger.log(level, message())
    } else if count == NimbusLimits.messages {
      logger.error("There were \(NimbusLimits.messages) messages about one event or document; later ones are left out.")
    }
  }

  /// Resets the count for the next event or document.
  func renew() {
    count.store(0, ordering: .relaxed)
  }
}
