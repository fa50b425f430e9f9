/// Receives what the JSON systems have to say to developers: what was dropped, what failed, and why.
///
/// ```swift
/// struct LineLogger: FlowLogger {
///   func log(_ level: FlowLogLevel, _ message: String) { print("\(level): \(message)") }
/// }
/// LineLogger().warning("The schema \"recipes\" is not registered; the default one reads the document.")
/// ```
public protocol FlowLogger: Sendable {
  /// Takes one entry. Called on whatever thread has something to say.
  func log(_ level: FlowLogLevel, _ message: String)
}

/// How serious an entry is.
///
/// ```swift
/// FlowLogLevel.warning < .error  // true
/// ```
public enum FlowLogLevel: String, Sendable, CaseIterable, Comparable {
  /// For whoever is curious.
  case info
  /// Something was done otherwise than asked.
  case warning
  /// Something was not done.
  case error

  /// Whether the left level is less serious.
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
  /// Takes an entry of level info.
  public func info(_ message: String) { log(.info, message) }
  /// Takes an entry of level warning.
  public func warning(_ message: String) { log(.warning, message) }
  /// Takes an entry of level error.
  public func error(_ message: String) { log(.error, message) }
}

/// Drops every entry.
///
/// ```swift
/// let quiet: any FlowLogger = SilentLogger()
/// ```
public struct SilentLogger: FlowLogger {
  /// Makes a logger.
  public init() {}
  /// Drops the entry.
  public func log(_ level: FlowLogLevel, _ message: String) {}
}
