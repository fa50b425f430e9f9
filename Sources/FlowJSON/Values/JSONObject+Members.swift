extension JSONObject {
  /// The names of the members, in order.
  public var names: [String] { members.map(\.name) }

  /// The values of the members, in order.
  public var values: [JSONValue] { members.map(\.value) }

  /// Returns a Boolean value that indicates whether the object has a member with the given name. The member's value may
  /// be `null`.
  ///
  /// - Parameter name: The name of the member.
  /// - Returns: `true` if the object has the member.
  public func contains(name: String) -> Bool { place(of: name) != nil }

  /// Removes a member. The other members keep their order.
  ///
  /// - Parameter name: The name of the member.
  /// - Returns: The removed value, or `nil` if there was no such member.
  @discardableResult
  public mutating func removeValue(named name: String) -> JSONValue? {
    let value = self[name]
    if value != nil { self[name] = nil }
    return value
  }

  /// Adds the members of another object.
  ///
  /// If both objects have a member with the same name, the other object's value replaces this one's. New members come
  /// last.
  ///
  /// - Parameter other: The members to add. A value that is an object is replaced, not merged.
  public mutating func merge(_ other: JSONObject) {
    for member in other.members { self[member.name] = member.value }
  }

  /// Returns this object with the members of another object added.
  ///
  /// If both objects have a member with the same name, the other object's value replaces this one's. New members come
  /// last.
  ///
  /// - Parameter other: The members to add. A value that is an object is replaced, not merged.
  /// - Returns: An object with the members of both.
  public func merging(_ other: JSONObject) -> JSONObject {
    var result = self
    result.merge(other)
    return result
  }

  /// Returns an object with the same names, in the same order, and transformed values.
  ///
  /// - Parameter transform: A closure that returns the new value for an old one.
  /// - Returns: The new object.
  public func mapValues(_ transform: (JSONValue) throws -> JSONValue) rethrows -> JSONObject {
    JSONObject(try members.map { ($0.name, try transform($0.value)) })
  }
}
