extension JSONObject {
  /// The names in the order in which they came.
  public var names: [String] { members.map(\.name) }

  /// The values in the order in which they came.
  public var values: [JSONValue] { members.map(\.value) }

  /// Whether there is a member of a name, `null` included.
  ///
  /// - Parameter name: The name.
  /// - Returns: Whether it is there.
  public func contains(name: String) -> Bool { place(of: name) != nil }

  /// Removes a member; the others keep their order.
  ///
  /// - Parameter name: Its name.
  /// - Returns: Its value; nil when there was none.
  @discardableResult
  public mutating func removeValue(named name: String) -> JSONValue? {
    let value = self[name]
    if value != nil { self[name] = nil }
    return value
  }

  /// Adds another object's members; the other's win, and new ones come last.
  ///
  /// - Parameter other: The members to add. Values that are objects are replaced, not merged.
  public mutating func merge(_ other: JSONObject) {
    for member in other.members { self[member.name] = member.value }
  }

  /// This object with another's members added; the other's win, and new ones come last.
  ///
  /// - Parameter other: The members to add. Values that are objects are replaced, not merged.
  /// - Returns: The members of both.
  public func merging(_ other: JSONObject) -> JSONObject {
    var result = self
    result.merge(other)
    return result
  }

  /// This object with other values under the same names.
  ///
  /// - Parameter transform: Makes a value of the old one.
  /// - Returns: The object, in the same order.
  public func mapValues(_ transform: (JSONValue) throws -> JSONValue) rethrows -> JSONObject {
    JSONObject(try members.map { ($0.name, try transform($0.value)) })
  }
}
