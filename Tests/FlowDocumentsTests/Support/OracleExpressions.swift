import FlowJSON

/// The type of a value, as the oracle sees it.
indirect enum OracleType: Equatable {
  case any, nothing, null, bool, integer, number
  case text(Set<String>?)
  case list(OracleType)
  case object([String: OracleType])
  case optional(OracleType)

  var isMissing: Bool {
    switch self {
    case .null, .optional: true
    default: false
    }
  }

  private var isNumber: Bool { self == .integer || self == .number }

  private var isText: Bool { if case .text = self { true } else { false } }

  func fits(_ expected: OracleType) -> Bool {
    switch (self, expected) {
    case (.any, _), (_, .any): true
    case (.optional(let own), .optional(let other)): own.fits(other)
    case (.null, .optional): true
    case (.optional, _), (.null, _): false
    case (_, .optional(let other)): fits(other)
    case (.integer, .number): true
    case (.text(let own?), .text(let words?)): own.isSubset(of: words)
    case (.text, .text): true
    default: self == expected
    }
  }

  func canEqual(_ other: OracleType) -> Bool {
    switch (self, other) {
    case (.any, _), (_, .any), (.optional, .null), (.null, .optional), (.optional, .optional): true
    case (.optional(let one), let two), (let two, .optional(let one)): one.canEqual(two)
    case (.text(let one?), .text(let two?)): !one.isDisjoint(with: two)
    case (.list, .list), (.object, .object): true
    case _ where isNumber && other.isNumber: true
    case _ where isText && other.isText: true
    case (.text(nil), _): other.isNumber
    case (_, .text(nil)): isNumber
    default: self == other
    }
  }

  func joined(_ other: OracleType) -> OracleType {
    if self == other { return self }
    switch (self, other) {
    case (.any, _), (_, .any): return .any
    case (.null, let type), (let type, .null): return type.isMissing ? type : .optional(type)
    case (.optional(let one), let two), (let two, .optional(let one)):
      var present = two
      if case .optional(let inner) = two { present = inner }
      let both = one.joined(present)
      return both == .any || both.isMissing ? both : .optional(both)
    case (.text(let one), .text(let two)):
      let all = one.flatMap { one in two.map { one.union($0) } }
      return .text(all.map { $0.count > 64 } ?? true ? nil : all)
    default: return isNumber && other.isNumber ? .number : .any
    }
  }

  /// Whether an operation takes a value: `b`ool, `n`umber, `s`calar, `c`ontainer, `v`alue, or `?` for a value that can be missing.
  func isTaken(as letter: Character) -> Bool {
    if letter == "?" { return true }
    if isMissing { return false }
    if self == .any || letter == "v" { return true }
    switch self {
    case .bool: return letter == "b" || letter == "s"
    case .integer, .number: return letter == "n" || letter == "s"
    case .text: return letter == "s" || letter == "c"
    case .list, .object: return letter == "c"
    default: return false
    }
  }
}

/// Finds the types of expressions. It knows a few operations, which are all that the mutations use.
struct OracleExpressions {
  /// The type of a step's value, and whether it is surely there; nil if there is no such step.
  let look: (String) -> (OracleType, isSure: Bool)?

  /// The parameters of each operation, with the last one for all further arguments if it ends with `*`.
  private static let operations = [
    "eq": "??", "and": "bb*", "or": "bb*", "not": "b", "isNull": "?", "condition": "b??", "gt": "nn", "sum": "nn*",
    "concat": "??*", "contains": "cv", "length": "c",
  ]

  /// Returns the type of a text that is one expression; nil if it is wrong.
  func type(ofWhole text: String) -> OracleType? {
    guard text.hasPrefix("@{"), text.hasSuffix("}"), !text.dropFirst(2).dropLast().contains("@{") else { return nil }
    var rest = Array(text.dropFirst(2).dropLast())[...]
    guard let tree = Tree(&rest), rest.isEmpty else { return nil }
    return type(of: tree, known: [])
  }

  /// Returns the type of a value of a document; nil if it is wrong.
  func type(of value: JSONValue) -> OracleType? {
    switch value {
    case .null: .null
    case .bool: .bool
    case .integer: .integer
    case .number: .number
    case .string(let text):
      // Without an end, it is a plain text.
      if let start = text.firstRange(of: "@{"), text[start.upperBound...].contains("}") {
        text.hasPrefix("@{") ? type(ofWhole: text) : nil
      } else {
        .text([text])
      }
    case .array(let elements):
      elements.isEmpty ? .list(.any) : elements.allSatisfy { type(of: $0) != nil } ? .list(.any) : nil
    case .object(let members): members.values.allSatisfy { type(of: $0) != nil } ? .object([:]) : nil
    }
  }

  private indirect enum Tree: Hashable {
    case value(JSONValue)
    case path([String])
    case call(String, [Tree])

    init?(_ rest: inout ArraySlice<Character>) {
      rest = rest.drop { $0 == " " }
      guard let first = rest.first else { return nil }
      if first == "'" {
        rest.removeFirst()
        let text = rest.prefix { $0 != "'" }
        rest = rest.dropFirst(text.count)
        guard rest.popFirst() != nil else { return nil }
        self = .value(.string(String(text)))
      } else {
        let word = String(rest.prefix { $0.isLetter || $0.isNumber || "_.-".contains($0) })
        rest = rest.dropFirst(word.count)
        guard !word.isEmpty else { return nil }
        if rest.first == "(" {
          rest.removeFirst()
          var parts: [Tree] = []
          rest = rest.drop { $0 == " " }
          while rest.first != ")" {
            guard let part = Tree(&rest) else { return nil }
            parts.append(part)
            if rest.first == "," { rest.removeFirst() } else if rest.first != ")" { return nil }
          }
          rest.removeFirst()
          self = .call(word, parts)
        } else if let integer = Int64(word) {
          self = .value(.integer(integer))
        } else if ["true", "false", "null"].contains(word) {
          self = .value(word == "null" ? .null : .bool(word == "true"))
        } else {
          self = .path(word.split(separator: ".", omittingEmptySubsequences: false).map { String($0) })
        }
      }
      rest = rest.drop { $0 == " " }
    }
  }

  private func type(of tree: Tree, known: Set<Tree>, isTested: Bool = false) -> OracleType? {
    switch tree {
    case .value(let value): return type(of: value)
    case .path(let names):
      guard let (step, isSure) = look(names[0]), step != .nothing else { return nil }
      var type = step
      if !isSure, !known.contains(.path([names[0]])) {
        guard isTested, names.count == 1 else { return nil }
        type = .optional(type)
      }
      for (place, name) in names.enumerated().dropFirst() {
        if type.isMissing, !known.contains(.path(Array(names[..<place]))) { return nil }
        if case .optional(let present) = type { type = present }
        if type == .any { return .any }
        guard case .object(let members) = type, let member = members[name] else { return nil }
        type = member
      }
      if known.contains(tree), case .optional(let present) = type { return present }
      return type
    case .call(let name, let parts):
      guard var letters = Self.operations[name].map({ Array($0) }) else { return nil }
      let isOpen = letters.last == "*"
      if isOpen { letters.removeLast(2) }
      guard parts.count == letters.count || (isOpen && parts.count > letters.count) else { return nil }
      var found: [OracleType] = []
      var known = known
      for (place, part) in parts.enumerated() {
        var here = known
        if name == "condition", place > 0 { here.formUnion(Self.present(parts[0], place == 1)) }
        guard let type = type(of: part, known: here, isTested: name == "isNull") else { return nil }
        guard type.isTaken(as: letters[min(place, letters.count - 1)]) else { return nil }
        if name == "and" { known.formUnion(Self.present(part, true)) }
        found.append(type)
      }
      switch name {
      case "eq": return found[0].canEqual(found[1]) ? .bool : nil
      case "condition": return found[1].joined(found[2])
      case "sum": return found.allSatisfy { $0 == .integer } ? .integer : .number
      case "length": return .integer
      case "concat":
        if case .list = found[0] { return .list(.any) }
        if case .object = found[0] { return .any }
        return found[0] == .any ? .any : .text(nil)
      default: return .bool
      }
    }
  }

  /// The values that are there if a test has a result.
  private static func present(_ tree: Tree, _ result: Bool) -> Set<Tree> {
    guard case .call(let name, let parts) = tree, let first = parts.first else { return [] }
    switch name {
    case "isNull": if case .path = first, !result { return [first] } else { return [] }
    case "not": return present(first, !result)
    case "and" where result, "or" where !result:
      return parts.reduce(into: []) { $0.formUnion(present($1, result)) }
    default: return []
    }
  }
}
