import FlowJSON

extension NimbusSwiftUILibrary {
  /// Adds `sum`, `subtract`, `multiply`, `divide`, `gt`, `gte`, `lt` and `lte`.
  func addNumberOperations() {
    addFold("sum", { $0.addingReportingOverflow($1) }, +)
    addFold("subtract", { $0.subtractingReportingOverflow($1) }, -)
    addFold("multiply", { $0.multipliedReportingOverflow(by: $1) }, *)
    addCoreOperation("divide", .shallow) { arguments in try Self.fold(arguments, by: Self.divide) }
    addComparison("gt", >)
    addComparison("gte", >=)
    addComparison("lt", <)
    addComparison("lte", <=)
  }

  private typealias Step = (_ left: JSONValue, _ right: JSONValue) throws -> JSONValue

  private func addFold(
    _ name: String, _ integers: @escaping (Int64, Int64) -> (partialValue: Int64, overflow: Bool),
    _ numbers: @escaping (Double, Double) -> Double
  ) {
    addCoreOperation(name, .shallow) { arguments in
      try Self.fold(arguments) { left, right in
        if case .integer(let left) = left, case .integer(let right) = right {
          let (result, overflow) = integers(left, right)
          // If the result doesn't fit in an integer, it becomes a double, as in documents.
          if !overflow { return .integer(result) }
        }
        return try Self.finite(numbers(left.double ?? 0, right.double ?? 0))
      }
    }
  }

  private static func fold(_ arguments: Arguments, by step: Step) throws -> JSONValue {
    guard !arguments.isEmpty else { throw OperationFault("it needs at least one number") }
    guard var result = arguments.first.numeric else { return .null }
    for index in arguments.indices.dropFirst() {
      guard let number = arguments[index].numeric else { return .null }
      result = try step(result, number)
    }
    return result
  }

  private static func divide(_ left: JSONValue, _ right: JSONValue) throws -> JSONValue {
    if case .integer(let left) = left, case .integer(let right) = right {
      guard right != 0 else { throw OperationFault("\(left) cannot be divided by zero") }
      let (quotient, overflow) = left.dividedReportingOverflow(by: right)
      if !overflow, left.remainderReportingOverflow(dividingBy: right).partialValue == 0 { return .integer(quotient) }
    }
    return try finite((left.double ?? 0) / (right.double ?? 0))
  }

  private static func finite(_ number: Double) throws -> JSONValue {
    guard number.isFinite else { throw OperationFault("the result is beyond the range of numbers") }
    return .number(number)
  }

  private func addComparison(_ name: String, _ isFulfilled: @escaping (_ order: Int, _ zero: Int) -> Bool) {
    addCoreOperation(name, .shallow) { arguments in
      guard let order = arguments.first.order(to: arguments.second) else { return false }
      return .bool(isFulfilled(order, 0))
    }
  }
}
