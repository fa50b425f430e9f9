import FlowJSON

extension JSONValue {
  /// Why the value is more than a screen may hold; nil if it is not.
  ///
  /// Values grow by what events do to them (`concat(x, x)`, a state in itself), so that without a limit a few presses
  /// could fill the memory.
  var excess: String? {
    measured.excess
  }

  /// How much the value holds, as far as it was looked at, and why that is too much.
  var measured: (size: Int, excess: String?) {
    var budget = NimbusLimits.valueSize
    let excess = spend(&budget, depth: 1)
    return (NimbusLimits.valueSize - budget, excess)
  }

  /// Why values are together more than one operation may get; nil if they are not.
  static func excess(of values: [JSONValue]) -> String? {
    // One large value alone has been looked at when it came to be; `length(state)` must not cost more than it has to.
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
