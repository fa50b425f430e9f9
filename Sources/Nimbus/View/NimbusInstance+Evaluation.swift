import FlowJSON
import FlowScreens

extension NimbusInstance {
  /// What expressions in a scope are evaluated with.
  ///
  /// - Parameters:
  ///   - scope: Where the expression stands.
  ///   - reportsStates: Whether a state that is not found is worth an entry in the log; for a property only the first time.
  /// - Returns: The evaluation, for expressions of that scope.
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
    // An operation that is not registered was told when the document was read.
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
