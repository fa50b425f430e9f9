extension JSONValue: Hashable {
  /// Returns a Boolean value that indicates whether two values have the same kind and content. The order of an object's
  /// members doesn't matter.
  ///
  /// Deeply nested values don't use more of the thread's stack.
  public static func == (left: JSONValue, right: JSONValue) -> Bool {
    var pairs: [(JSONValue, JSONValue)] = []
    guard areEqual(left, right, leaving: &pairs) else { return false }
    while let (left, right) = pairs.popLast() {
      switch (left, right) {
      case (.array(let left), .array(let right)):
        for (left, right) in zip(left, right) where !areEqual(left, right, leaving: &pairs) { return false }
      case (.object(let left), .object(let right)):
        for (place, member) in left.members.enumerated() {
          // Equal objects usually have their members in the same order.
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

  /// Compares two values without descending into them. Adds pairs of containers that are left to compare to `pairs`.
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

  /// Hashes the value. Below eight levels, a value contributes only its kind and size. This limits the stack that
  /// hashing uses. The order of an object's members doesn't matter.
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
      // A sum doesn't depend on the order, so the members need no sorting.
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
  /// Returns a Boolean value that indicates whether two objects have the same members, in any order.
  public static func == (left: JSONObject, right: JSONObject) -> Bool {
    JSONValue.object(left) == JSONValue.object(right)
  }

  /// Hashes the members. Their order doesn't matter.
  public func hash(into hasher: inout Hasher) {
    JSONValue.object(self).hash(into: &hasher)
  }
}
