public import FlowScreens
import Foundation

/// A logger that writes errors to standard error, one line each. It's the default of ``NimbusConfiguration``, so that
/// missing parts of a document are explained.
///
/// ```swift
/// configuration.logger = StandardErrorLogger(from: .warning)
/// ```
public struct StandardErrorLogger: FlowLogger {
  private let level: FlowLogLevel

  /// Creates a logger.
  ///
  /// - Parameter level: The lowest level of the entries that are written.
  public init(from level: FlowLogLevel = .error) {
    self.level = level
  }

  /// Writes the entry, unless its level is below the logger's level. Control characters are replaced by their codes.
  public func log(_ level: FlowLogLevel, _ message: String) {
    guard level >= self.level else { return }
    try? FileHandle.standardError.write(contentsOf: Data("Nimbus: \(message.printable)\n".utf8))
  }
}
