public import FlowScreens
import Foundation

/// A logger that writes errors to standard error, one line each. It's the default of ``NimbusConfiguration``, so a document
/// whose parts are missing says why.
///
/// ```swift
/// configuration.logger = StandardErrorLogger(from: .warning)
/// ```
public struct StandardErrorLogger: FlowLogger {
  private let level: FlowLogLevel

  /// Creates a logger.
  ///
  /// - Parameter level: The level of the least severe entries that are written.
  public init(from level: FlowLogLevel = .error) {
    self.level = level
  }

  /// Writes the entry, unless it's less severe than the logger's level. Control characters are replaced by their codes.
  public func log(_ level: FlowLogLevel, _ message: String) {
    guard level >= self.level else { return }
    FileHandle.standardError.write(Data("Nimbus: \(message.printable)\n".utf8))
  }
}
