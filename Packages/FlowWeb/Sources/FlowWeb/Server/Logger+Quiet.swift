package import Logging

extension Logger {
  /// Creates a logger for a program whose server reports its address itself: it logs errors only.
  package static func quiet(_ label: String) -> Logger {
    var logger = Logger(label: label)
    logger.logLevel = .error
    return logger
  }
}
