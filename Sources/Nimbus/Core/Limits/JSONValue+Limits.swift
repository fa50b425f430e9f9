import FlowJSON

extension JSONValue {
  /// The reason why the value exceeds the limits of a screen. It's `nil` if it doesn't.
  ///
  /// Events can enlarge values, for example with `concat(x, x)` or a state that contains itself. Without a limit, a few
  /// presses could use up the memory.
  var excess: String? { measured.excess }

  /// The size of the part of the value that was examined, and the reason why it exceeds the limits.
  @inline(__always)
  var measured: (size: Int, excess: String?) {
    var budget = NimbusLimits.valueSize
    switch self {
    case .null, .bool, .integer, .number: return (1, nil)
    case .string(let text) where text.utf8.count < budget: return (1 + text.utf8.count, nil)
    default:
      let excess = spend(&budget, depth: 1)
      return (NimbusLimits.valueSize - budget, excess)
    }
  }

  /// The size of an element or member, in addition to that of its value and name. In memory, an element or member takes
  /// at least ten times as much as a byte of text.
  static let partSize = 9

  /// The maximum size of a text that can't have too many combining marks, because each mark takes at least two bytes.
  static let sizeWithFewMarks = 256

  /// The reason why a text from an operation or from outside can't be used. Comparing texts with too many combining
  /// marks would take practically forever. The texts of documents have no such marks.
  var markExcess: String? {
    let hasTooManyMarks =
      switch self {
      case .null, .bool, .integer, .number: false
      case .string(let text): text.hasTooManyMarks
      case .array(let elements): elements.contains { $0.markExcess != nil }
      case .object(let members): members.contains { $0.name.hasTooManyMarks || $0.value.markExcess != nil }
      }
    return hasTooManyMarks ? "the text has more than 128 combining marks in a row" : nil
  }

  /// The size of the complete value, which may exceed the limits.
  var fullSize: Int {
    switch self {
    case .null, .bool, .integer, .number: 1
    case .string(let text): 1 + text.utf8.count
    case .array(let elements): elements.reduce(1) { $0 + Self.partSize + $1.fullSize }
    case .object(let members): members.reduce(1) { $0 + Self.partSize + $1.name.utf8.count + $1.value.fullSize }
    }
  }

  fileprivate func spend(_ budget: inout Int, depth: Int) -> String? {
    guard depth <= NimbusLimits.valueDepth else {
      return "the value is nested deeper than \(NimbusLimits.valueDepth) levels"
    }
    budget -= 1
    switch self {
    case .string(let text): budget -= text.utf8.count
    case .array(let elements):
      for element in elements {
        budget -= Self.partSize
        if let excess = element.spend(&budget, depth: depth + 1) { return excess }
      }
    case .object(let members):
      for (name, value) in members {
        budget -= Self.partSize + name.utf8.count
        if let excess = value.spend(&budget, depth: depth + 1) { return excess }
      }
    default: break
    }
    return budget < 0 ? Self.tooLarge : nil
  }

  /// The reason for a value that is too large.
  static var tooLarge: String { "the value is larger than \(NimbusLimits.valueSize) values and bytes" }
}

extension Arguments {
  /// The cost of an operation's arguments, and the reason why together they exceed the limits.
  func measured(for cost: Operation.Cost) -> (size: Int, excess: String?) {
    var budget = NimbusLimits.valueSize
    var excess: String?
    for index in indices where excess == nil {
      switch self[index] {
      case .null, .bool, .integer, .number: budget -= 1
      case .string(let text): budget -= 1 + text.utf8.count
      case .array(let elements) where cost == .shallow: budget -= 1 + elements.count
      case .object(let members) where cost == .shallow: budget -= 1 + members.count
      case let value: excess = value.spend(&budget, depth: 1)
      }
    }
    if budget < 0 { excess = excess ?? JSONValue.tooLarge }
    return (NimbusLimits.valueSize - budget, excess)
  }
}
