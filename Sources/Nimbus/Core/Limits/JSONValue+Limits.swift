import FlowJSON

extension JSONValue {
  /// The reason why the value exceeds the limits of a screen, or `nil` if it doesn't.
  ///
  /// Events can make values grow, as with `concat(x, x)` or a state that contains itself. Without a limit, a few
  /// presses could use up the memory.
  var excess: String? {
    measured.excess
  }

  /// The size of the part of the value that was examined, and the reason why it exceeds the limits.
  var measured: (size: Int, excess: String?) {
    var budget = NimbusLimits.valueSize
    let excess = spend(&budget, depth: 1)
    return (NimbusLimits.valueSize - budget, excess)
  }

  /// Returns the reason why the arguments of an operation exceed the limits together, or `nil` if they don't.
  static func excess(of values: [JSONValue]) -> String? {
    // A single large value was measured when it was created. Measuring it again would make `length(state)` needlessly
    // slow.
    guard values.count(where: \.isLarge) > 1 else { return nil }
    return total(of: values)
  }

  private var isLarge: Bool {
    switch self {
    case .null, .bool, .integer, .number: false
    case .string(let text): text.utf8.count > 100
    case .array, .object: true
    }
  }

  private static func total(of values: some Sequence<JSONValue>) -> String? {
    var budget = NimbusLimits.valueSize
    for value in values {
      if let excess = value.spend(&budget, depth: 1) { return excess }
    }
    return nil
  }

  private func spend(_ budget: inout Int, depth: Int) -> String? {
    guard depth <= NimbusLimits.valueDepth else {
      return "the value is nested deeper than \(NimbusLimits.valueDepth) levels"
    }
    budget -= 1
    switch self {
    case .string(let text): budget -= text.utf8.count
    case .array(let elements):
      for element in elements {
        if let excess = element.spend(&budget, depth: depth + 1) { return excess }
      }
    case .object(let members):
      for (name, value) in members {
        budget -= name.utf8.count
        if let excess = value.spend(&budget, depth: depth + 1) { return excess }
      }
    default: break
    }
    return budget < 0 ? "the value is larger than \(NimbusLimits.valueSize) values and bytes" : nil
  }
}
