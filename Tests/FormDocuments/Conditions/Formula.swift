import FlowJSON

/// An expression of a flow document.
indirect enum Formula: Hashable, Sendable {
  case literal(JSONValue)
  case path([String])
  case call(String, [Formula])

  static let (yes, no) = (Formula.literal(true), Formula.literal(false))

  static func and(_ parts: [Formula]) -> Formula {
    var all: [Formula] = []
    for part in parts where part != yes {
      if part == no { return no }
      if case .call("and", let inner) = part { all += inner } else { all.append(part) }
    }
    return combined("and", all, empty: yes)
  }

  static func or(_ parts: [Formula]) -> Formula {
    var all: [Formula] = []
    for part in parts where part != no {
      if part == yes { return yes }
      if case .call("or", let inner) = part { all += inner } else { all.append(part) }
    }
    return combined("or", all, empty: no)
  }

  private static func combined(_ word: String, _ parts: [Formula], empty: Formula) -> Formula {
    var seen: Set<Formula> = []
    let parts = parts.filter { seen.insert($0).inserted }
    return parts.count > 1 ? .call(word, parts) : parts.first ?? empty
  }

  static func not(_ part: Formula) -> Formula {
    switch part {
    case yes: no
    case no: yes
    case .call("not", let inner): inner[0]
    default: .call("not", [part])
    }
  }

  /// The member of a value.
  static func named(_ whole: Formula, _ member: String) -> Formula {
    if case .path(let names) = whole { .path(names + [member]) } else { whole }
  }

  /// The first element of a list.
  static func element(of list: Formula) -> Formula {
    if case .path(let names) = list, let last = names.last { .path(names.dropLast() + ["\(last)[0]"]) } else { list }
  }

  static func bool(_ bool: Bool) -> Formula { bool ? yes : no }

  static func number(_ number: Double) -> Formula { .literal(.of(number)) }

  /// Whether two texts are the same. Texts that look like numbers would be compared as numbers.
  static func same(_ left: Formula, _ right: Formula) -> Formula {
    if case .literal(let left) = left, case .literal(let right) = right { return bool(left == right) }
    if left.isPlainText || right.isPlainText { return .call("eq", [left, right]) }
    return .call("eq", [.call("concat", [.literal("="), left]), .call("concat", [.literal("="), right])])
  }

  private var isPlainText: Bool {
    guard case .literal(.string(let text)) = self else { return false }
    return !text.contains { $0.isNumber } && !["inf", "nan"].contains { text.lowercased().contains($0) }
  }

  /// A text that stands for a number, for operations on numbers: a choice between two types has any type.
  var asNumber: Formula { .call("condition", [Formula.yes, self, .literal(0)]) }

  /// The text of the expression, without its braces.
  var text: String {
    switch self {
    case .literal(.string(let text)): "'\(text.replacing("'", with: "\\'"))'"
    case .literal(let value): value.jsonText
    case .path(let names): names.joined(separator: ".")
    case .call(let name, let parts): "\(name)(\(parts.map(\.text).joined(separator: ", ")))"
    }
  }

  /// The number of calls and values.
  var size: Int {
    if case .call(_, let parts) = self { parts.reduce(1) { $0 + $1.size } } else { 1 }
  }
}

extension JSONValue {
  /// A number: an integer if it is whole.
  static func of(_ number: Double) -> JSONValue { Int64(exactly: number).map { .integer($0) } ?? .number(number) }
}
