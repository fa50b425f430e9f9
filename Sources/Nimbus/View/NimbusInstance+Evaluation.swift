import FlowJSON

extension NimbusInstance {
  /// What expressions in a scope are evaluated with.
  ///
  /// - Parameters:
  ///   - scope: Where the expression stands.
  ///   - reportsStates: Whether a state that is not found is worth an entry in the log; for a property only the first time.
  /// - Returns: The evaluation, for expressions of that scope.
  func evaluation(in scope: Scope, reportsStates: Bool = true) -> Evaluation {
    Evaluation(
      state: { scope.state($0) },
      call: { [unowned self] name, arguments in call(name, arguments, in: scope) },
      report: { [logger] fault in
        if reportsStates { logger.error("In \(scope.path): \(fault)") }
      })
  }

  private func call(_ name: String, _ arguments: [JSONValue], in scope: Scope) -> JSONValue {
    // An operation that is not registered was told when the document was read.
    guard let operation = libraries.operation(name) else { return .null }
    var fault: String
    if let excess = JSONValue.excess(of: arguments) {
      fault = excess
    } else {
      do {
        let value = try operation(arguments)
        guard let excess = value.excess else { return value }
        fault = excess
      } catch {
        fault = error.sentence
      }
    }
    if !fault.hasSuffix(".") { fault += "." }
    logger.error("The operation \"\(name)\" in \(scope.path) failed: \(fault)")
    return .null
  }
}
