import FlowJSON
import FlowScreens

extension NimbusInstance {
  /// Returns what is needed to evaluate expressions in a scope.
  ///
  /// - Parameters:
  ///   - scope: The scope of the expression.
  ///   - reportsStates: Whether unknown states are logged. For a property, they are logged only the first time.
  /// - Returns: The evaluation for expressions in that scope.
  func evaluation(in scope: Scope, reportsStates: Bool = true) -> Evaluation {
    let work = updates.work
    return Evaluation(
      state: { scope.state($0) },
      call: { [unowned self] name, arguments in call(name, arguments, in: scope) },
      reportsStates: reportsStates,
      report: { [logger] fault in logger.error("In \(scope.path): \(fault)") },
      spend: { cost in
        if work.spend(cost) { return true }
        work.report(scope.path)
        return false
      })
  }

  private func call(_ name: String, _ arguments: [JSONValue], in scope: Scope) -> JSONValue {
    // An unregistered operation was reported when the document was read.
    guard let operation = libraries.operation(name) else { return .null }
    guard updates.work.spend(arguments.reduce(1) { $0 + $1.shallowSize }) else {
      updates.work.report(scope.path)
      return .null
    }
    var fault: String
    if let excess = JSONValue.excess(of: arguments) {
      fault = excess
    } else {
      do {
        let value = try operation(arguments)
        let (size, excess) = value.measured
        guard updates.work.spend(size) else {
          updates.work.report(scope.path)
          return .null
        }
        guard let excess else { return value }
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
