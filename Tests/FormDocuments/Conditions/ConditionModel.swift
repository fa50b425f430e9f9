import FlowJSON

/// Conditions as the form builder's designer stores them, written as a text for expr-eval, as its runner does.
enum ConditionModel {
  /// Returns the text of a condition: its own, or that of the model.
  static func text(of value: JSONValue) throws(ConditionProblem) -> String {
    if case .string(let text) = value { return text }
    guard case .array(let conditions)? = value["conditions"] else { throw ConditionProblem("it has no conditions") }
    return try joined(conditions, 0)
  }

  /// `and` binds before `or` in the text, as the groups of the model do.
  private static func joined(_ conditions: [JSONValue], _ depth: Int) throws(ConditionProblem) -> String {
    guard depth < 50 else { throw ConditionProblem("it is nested too deeply") }
    var words: [String] = []
    for (place, condition) in conditions.enumerated() {
      if place > 0, let coordinator = coordinator(of: condition) { words.append(coordinator) }
      words.append(try text(of: condition, depth))
    }
    return words.joined(separator: " ")
  }

  /// The coordinator of a group stands in its first condition.
  private static func coordinator(of condition: JSONValue) -> String? {
    var first = condition
    while first.text("coordinator") == nil, case .array(let parts)? = first["conditions"], let part = parts.first {
      first = part
    }
    return first.text("coordinator")
  }

  private static func text(of condition: JSONValue, _ depth: Int) throws(ConditionProblem) -> String {
    if case .array(let parts)? = condition["conditions"] {
      guard parts.count > 1 else { throw ConditionProblem("a group has one condition") }
      return "(\(try joined(parts, depth + 1)))"
    }
    if let name = condition.text("conditionName") { return name }
    guard let field = condition["field"], let name = field.text("name"), let kind = field.text("type"),
      let sign = condition.text("operator"), let value = condition["value"]
    else { throw ConditionProblem("a comparison lacks its field, its operator or its value") }
    switch kind {
    case "DateField", "TimeField", "DatePartsField", "DateTimeField", "DateTimePartsField":
      return try date(name, sign, value)
    default: break
    }
    guard value.text("type") == "Value", let given = value.text("value"), !given.isEmpty else {
      throw ConditionProblem("a comparison has no value")
    }
    let shown = kind == "NumberField" || kind == "YesNoField" ? given : "'\(given)'"
    switch (kind, sign) {
    case ("CheckboxesField", "contains"): return "\(shown) in \(name)"
    case ("CheckboxesField", "does not contain"): return "not (\(shown) in \(name))"
    case ("TextField", _), ("MultilineTextField", _), ("EmailAddressField", _):
      if let mark = ["is longer than": ">", "is shorter than": "<", "has length": "=="][sign] {
        return "length(\(name)) \(mark) \(given)"
      }
    case ("NumberField", _):
      if let mark = ["is at least": ">=", "is at most": "<=", "is less than": "<", "is more than": ">"][sign] {
        return "\(name) \(mark) \(shown)"
      }
    default: break
    }
    guard kind != "CheckboxesField", let mark = ["is": "==", "is not": "!="][sign] else {
      throw ConditionProblem("a \(kind) has no operator '\(sign)'")
    }
    return "\(name) \(mark) \(shown)"
  }

  private static func date(_ name: String, _ sign: String, _ value: JSONValue) throws(ConditionProblem) -> String {
    if let mark = ["is": "==", "is not": "!=", "is before": "<", "is after": ">"][sign] {
      guard value.text("type") == "Value", let text = value.text("value"), !text.isEmpty else {
        throw ConditionProblem("'\(sign)' has no date")
      }
      return "\(name) \(mark) '\(text)'"
    }
    let marks = [
      "is at least": ("<=", ">="), "is at most": (">=", "<="), "is less than": (">", "<"), "is more than": ("<", ">"),
    ]
    guard value.text("type") == "RelativeTime", let (past, future) = marks[sign], let period = value.text("timePeriod"),
      let unit = value.text("timeUnit"),
      let amount = period.finiteNumber
    else { throw ConditionProblem("'\(sign)' has no period") }
    let isPast = value.text("direction") == "in the past"
    guard isPast || value.text("direction") == "in the future" else { throw ConditionProblem("it has no direction") }
    let function = value["timeOnly"] == .bool(true) ? "timeForComparison" : "dateForComparison"
    let shown = isPast && amount != 0 ? "-\(period)" : period
    return "\(name) \(isPast ? past : future) \(function)(\(shown), '\(unit)')"
  }
}

extension JSONValue {
  /// The text of a member; nil if it is none.
  func text(_ member: String) -> String? {
    if case .string(let text)? = self[member] { text } else { nil }
  }

  /// The elements of a member; none if it isn't an array.
  func elements(_ member: String) -> [JSONValue] {
    if case .array(let elements)? = self[member] { elements } else { [] }
  }

  /// The number of a member, which can be written as a text.
  func number(_ member: String) -> Double? {
    switch self[member] {
    case .integer(let integer)?: Double(integer)
    case .number(let number)?: number
    case .string(let text)?: text.finiteNumber
    default: nil
    }
  }
}

extension String {
  /// The number that the text is; nil if it is none, or too large.
  var finiteNumber: Double? { Double(self).flatMap { $0.isFinite ? $0 : nil } }
}
