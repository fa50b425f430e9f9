public import FlowScreens

extension FlowLogger {
  /// Takes an entry of level info, as the seed writes it.
  public func info(message: String) { log(.info, message) }
  /// Takes an entry of level warning, as the seed writes it.
  public func warning(message: String) { log(.warning, message) }
  /// Takes an entry of level error, as the seed writes it.
  public func error(message: String) { log(.error, message) }
}
