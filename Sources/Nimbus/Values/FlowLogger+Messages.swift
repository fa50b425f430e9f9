public import FlowScreens

extension FlowLogger {
  /// Logs a message at the info level. As in Nimbus's `info(message:)`.
  public func info(message: String) { log(.info, message) }
  /// Logs a message at the warning level. As in Nimbus's `warning(message:)`.
  public func warning(message: String) { log(.warning, message) }
  /// Logs a message at the error level. As in Nimbus's `error(message:)`.
  public func error(message: String) { log(.error, message) }
}
