/// A logger for developers. It receives messages about dropped or failed items, with the reasons.
///
/// ```swift
/// struct LineLogger: FlowLogger {
///   func log(_ level: FlowLogLevel, _ message: String) { print("\(level): \(message)") }
/// }
/// LineLogger().warning("The schema \"recipes\" is not registered; using the default schema.")
/// ```
public protocol FlowLogger: Sendable {
  /// Receives an entry. Called on any thread.
  func log(_ level: FlowLogLevel, _ message: String)
}

/// The severity of a log entry.
///
/// ```swift
/// FlowLogLevel.warning < .error  // true
/// ```
public enum FlowLogLevel: String, Sendable, CaseIterable, Comparable {
  /// An informational entry.
  case info
  /// An action was performed differently than requested.
  case warning
  /// An action couldn't be performed.
  case error

  /// Returns a Boolean value that indicates whether the left level is less severe than the right.
  public static func < (left: FlowLogLevel, right: FlowLogLevel) -> Bool {
    left.rank < right.rank
  }

  private var rank: Int {
    switch self {
    case .info: 0
    case .warning: 1
    case .error: 2
    }
  }
}

extension FlowLogger {
  /// Logs a message at the level info.
  public func info(_ message: String) { log(.info, message) }
  /// Logs a message at the level warning.
  public func warning(_ message: String) { log(.warning, message) }
  /// Logs a message at the level error.
  public func error(_ message: String) { log(.error, message) }
}

/// A logger that discards every entry.
///
/// ```swift
/// let quiet: any FlowLogger = SilentLogger()
/// ```
public struct SilentLogger: FlowLogger {
  /// Creates a logger.
  public init() {}
  /// Discards the entry.
  public func log(_ level: FlowLogLevel, _ message: String) {}
}
