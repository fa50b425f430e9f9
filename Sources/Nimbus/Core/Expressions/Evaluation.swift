import FlowJSON

/// Evaluates the expressions of one formula. A property keeps its evaluation, so each state is looked up only once.
final class Evaluation {
  let formula: Formula
  /// The states of the formula, by number. The entry is `nil` for a state that wasn't found.
  let states: [StateCell?]
  /// The scope of the formula, for the log.
  let scope: Scope
  private let logger: BoundedLogger
  private let work: WorkBudget
  /// Whether unknown states are reported. A property reports them only at its first evaluation.
  var reportsStates = true
  /// The size of the property's latest value that counts against the limit of the screen.
  var heldSize = 0

  init(of formula: Formula, states: [StateCell?], in scope: Scope, _ logger: BoundedLogger, _ work: WorkBudget) {
    self.formula = formula
    self.states = states
    self.scope = scope
    self.logger = logger
    self.work = work
  }

  /// Returns the value of an expression.
  func value(of expression: Expression) -> JSONValue {
    switch expression {
    case .literal(let value): value
    case .state(let number, let steps): value(ofState: number, at: steps)
    case .call(let call): value(of: call)
    }
  }

  /// Returns the value of a string. If the string is a single expression, this is the value of the expression.
  /// Otherwise, it's text.
  func value(of template: StringTemplate) -> JSONValue {
    if case .expression(let expression) = template.pieces.first, template.pieces.count == 1 {
      // The result of an operation has already been charged.
      guard case .state = expression else { return value(of: expression) }
      guard spend(1) else { return .null }
      let value = value(of: expression)
      return spend(value.measured.size) ? value : .null
    }
    guard spend(template.pieces.count) else { return .null }
    var text = ""
    for index in template.pieces.indices {
      switch template.pieces[index] {
      case .text(let plain): text.join(plain)
      case .expression(let expression):
        let value = value(of: expression)
        // A value from a state or an operation is already within the limits.
        guard text.utf8.count <= NimbusLimits.valueSize else {
          // A text that is dropped has taken the same work as one that is kept.
          guard spend(text.utf8.count) else { return .null }
          report("A text is longer than \(NimbusLimits.valueSize) bytes and was dropped.")
          return .null
        }
        if !value.isNull { text.join(value.canonicalText) }
      }
    }
    guard spend(text.utf8.count) else { return .null }
    let value = JSONValue.string(text)
    guard text.utf8.count > JSONValue.sizeWithFewMarks, let excess = value.markExcess else { return value }
    report("A text was dropped: \(excess).")
    return .null
  }

  private func value(ofState number: Int, at steps: [StatePath.Step]) -> JSONValue {
    guard let cell = states[number] else {
      if reportsStates { report("The state \"\(formula.states[number].brief)\" was not found.") }
      return .null
    }
    var value = cell.value
    for step in steps {
      // A path can be much longer than the value is deep.
      if value.isNull { break }
      switch step {
      case .key(let key): value = value[key] ?? .null
      case .index(let index): value = value[index] ?? .null
      }
    }
    return value
  }

  private func value(of call: OperationCall) -> JSONValue {
    // Evaluating and measuring the arguments also costs work, so it stops when the budget is used up.
    guard spend(1) else { return .null }
    // The arguments are stored on the stack, because most calls have few arguments, and none of them outlives the call.
    return withUnsafeTemporaryAllocation(of: JSONValue.self, capacity: call.arguments.count) { arguments in
      for index in call.arguments.indices {
        arguments.initializeElement(at: index, to: value(of: call.arguments[index]))
      }
      // The arguments are released individually, because releasing them together looks up their type.
      defer { for index in arguments.indices { _ = arguments.moveElement(from: index) } }
      return value(of: call.operation, UnsafeBufferPointer(arguments).span)
    }
  }

  private func value(of operation: Operation, _ arguments: Arguments) -> JSONValue {
    let (size, excess) = arguments.measured(for: operation.cost)
    guard spend(size) else { return .null }
    var fault: String
    if let excess {
      fault = excess
    } else {
      do {
        let value = try operation.perform(arguments)
        let (size, excess) = value.measured
        guard spend(size) else { return .null }
        if let excess {
          fault = excess
        } else if size > JSONValue.sizeWithFewMarks, case .string = value, let excess = value.markExcess {
          fault = excess
        } else {
          return value
        }
      } catch {
        fault = error.sentence
      }
    }
    if !fault.hasSuffix(".") { fault += "." }
    work.noteFailure()
    logger.report("The operation \"\(operation.name.brief)\" in \(scope.path) failed: \(fault)")
    return .null
  }

  /// Deducts a cost from the budget. Reports once that the budget is used up.
  @inline(__always)
  func spend(_ cost: Int) -> Bool {
    if work.spend(cost) { return true }
    work.report(scope.path)
    return false
  }

  private func report(_ fault: @autoclosure () -> String) { logger.report("In \(scope.path): \(fault())") }
}
