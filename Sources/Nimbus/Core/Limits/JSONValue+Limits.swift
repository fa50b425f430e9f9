import FlowJSON

extension JSONValue {
  /// Why the value is more than a screen may hold; nil if it is not.
  ///
  /// Values grow by what events do to them (`concat(x, x)`, a state in itself), so that without a limit a few presses
  /// could fill the memory.
  var excess: String? {
    Self.excess(of: CollectionOfOne(self))
  }

  /// Why values are together more than one operation may get; nil if they are not.
  static func excess(of values: some Sequence<JSONValue>) -> String? {
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
