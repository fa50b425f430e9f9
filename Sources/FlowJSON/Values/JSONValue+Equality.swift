extension JSONValue: Hashable {
  /// Whether both are of one kind and hold the same; the order of an object's members does not count.
  ///
  /// Takes no more of the thread's stack for values that are nested deeply.
  public static func == (left: JSONValue, right: JSONValue) -> Bool {
    var pairs: [(JSONValue, JSONValue)] = []
    guard areEqual(left, right, leaving: &pairs) else { return false }
    while let (left, right) = pairs.popLast() {
      switch (left, right) {
      case (.array(let left), .array(let right)):
        for (left, right) in zip(left, right) where !areEqual(left, right, leaving: &pairs) { return false }
      case (.object(let left), .object(let right)):
        for (place, member) in left.members.enumerated() {
          // Two objects mostly have their members in one order.
          let inOrder = right.members[place]
          guard let other = inOrder.name == member.name ? inOrder.value : right[member.name],
            areEqual(member.value, other, leaving: &pairs)
          else { return false }
        }
      default: return false
      }
    }
    return true
  }

  /// Whether two values are equal as far as can be seen without going down; what is inside them is left for later.
  private static func areEqual(
    _ left: JSONValue, _ right: JSONValue, leaving pairs: inout [(JSONValue, JSONValue)]
  ) -> Bool {
    switch (left, right) {
    case (.null, .null): return true
    case (.bool(let left), .bool(let right)): return left == right
    case (.integer(let left), .integer(let right)): return left == right
    case (.number(let left), .number(let right)): return left == right
    case (.string(let left), .string(let right)): return left == right
    case (.array(let inner), .array(let other)):
      guard inner.count == other.count else { return false }
      if !inner.isEmpty { pairs.append((left, right)) }
      return true
    case (.object(let inner), .object(let other)):
      guard inner.count == other.count else { return false }
      if !inner.isEmpty { pairs.append((left, right)) }
      return true
    default: return false
    }
  }

  /// Feeds the value. What is nested deeper than eight levels counts by its kind and size only, so that neither depth nor
  /// the order of members matters.
  public func hash(into hasher: inout Hasher) {
    hash(into: &hasher, levels: 8)
  }

  fileprivate func hash(into hasher: inout Hasher, levels: Int) {
    hasher.combine(kind)
    switch self {
    case .null: break
    case .bool(let bool): hasher.combine(bool)
    case .integer(let integer): hasher.combine(integer)
    case .number(let number): hasher.combine(number)
    case .string(let text): hasher.combine(text)
    case .array(let elements):
      hasher.combine(elements.count)
      guard levels > 0 else { return }
      for element in elements { element.hash(into: &hasher, levels: levels - 1) }
    case .object(let object):
      hasher.combine(object.count)
      guard levels > 0 else { return }
      // A sum does not depend on the order, and needs no sorting.
      var sum = 0
      for member in object.members {
        var inner = Hasher()
        inner.combine(member.name)
        member.value.hash(into: &inner, levels: levels - 1)
        sum &+= inner.finalize()
      }
      hasher.combine(sum)
    }
  }
}

extension JSONObject: Hashable {
  /// Whether both have the same members, in whatever order.
  public static func == (left: JSONObject, right: JSONObject) -> Bool {
    JSONValue.object(left) == JSONValue.object(right)
  }

  /// Feeds the members without regard to their order.
  public func hash(into hasher: inout Hasher) {
    JSONValue.object(self).hash(into: &hasher)
  }
}
