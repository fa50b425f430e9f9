import FlowJSON

/// Evaluates expressions.
struct Evaluation {
  /// Returns the state with the given name.
  var state: (String) -> StateCell?
  /// Calls an operation.
  let call: (_ name: String, _ arguments: [JSONValue]) -> JSONValue
  /// Whether unknown states are reported. They are when a property is evaluated for the first time.
  let reportsStates: Bool
  /// Reports a fault.
  let report: (String) -> Void
  /// Deducts the cost of a text from the budget. Returns whether the text may be built.
  let spend: (Int) -> Bool

  /// Returns the value of an expression.
  func value(of expression: Expression) -> JSONValue {
    switch expression {
    case .literal(let value): value
    case .state(let path): value(at: path)
    case .call(let name, let arguments): call(name, arguments.map { value(of: $0) })
    }
  }

  /// Returns the value of a string. If the string is a single expression, that is the expression's value. Otherwise
  /// it's text.
  func value(of template: StringTemplate) -> JSONValue {
    if case .expression(let expression) = template.pieces.first, template.pieces.count == 1 {
      return value(of: expression)
    }
    var text = ""
    for piece in template.pieces {
      switch piece {
      case .text(let plain): text += plain
      case .expression(let expression):
        let value = value(of: expression)
        guard value.excess == nil, text.utf8.count <= NimbusLimits.valueSize else {
          report("A text is longer than \(NimbusLimits.valueSize) bytes and was dropped.")
          return .null
        }
        if value != .null { text += value.canonicalText }
      }
    }
    guard spend(text.utf8.count) else { return .null }
    return .string(text)
  }

  private func value(at path: StatePath) -> JSONValue {
    guard let cell = state(path.id) else {
      if reportsStates { report("The state \"\(path.id)\" was not found.") }
      return .null
    }
    var value: JSONValue? = cell.value
    for step in path.steps {
      switch step {
      case .key(let key): value = value?[key]
      case .index(let index): value = value?[index]
      }
    }
    return value ?? .null
  }
}
