public import FlowJSON

/// A way through any JSON to the values of one type.
///
/// ```swift
/// let titles = HubJSONPath().member("body").elements.member("text").member("title").stringPath
/// titles.string(from: document)  // the first title that is a string, or nil
/// titles.values(from: document)  // all of them
/// print(titles)                  // body[].text.title
/// ```
///
/// A path begins blank and untyped, as `HubJSONPath<JSONValue>`, and grows by ``member(_:)``, ``elements``,
/// ``compactMap(named:_:)`` and ``combined(with:)``; each of them makes a new path, so that any path serves as the beginning of
/// others. Its destination gives it a type, which the compiler knows: a path to strings cannot be put where one to URLs
/// belongs. Paths are values and may be used on any thread.
///
/// Source: `HUBMutableJSONPath` and the typed paths of the JSON Programming Guide.
public struct HubJSONPath<Value: HubJSONPathValue>: Sendable {
  /// The steps; the check of the destination's type comes after them.
  let operations: [PathOperation]

  init(operations: [PathOperation]) {
    self.operations = operations
  }
}

extension HubJSONPath where Value == JSONValue {
  /// Makes a path without steps: it leads to where it starts.
  public init() {
    self.init(operations: [])
  }

  /// The path to a member of each object, also if the member is null.
  ///
  /// A value that isn't an object, or has no such member, is dropped.
  ///
  /// - Parameter key: The name of the member.
  /// - Returns: The longer path.
  public func member(_ key: String) -> HubJSONPath {
    HubJSONPath(operations: operations + [.member(key)])
  }

  /// The path to each element of an array. A value that isn't an array is dropped.
  public var elements: HubJSONPath {
    HubJSONPath(operations: operations + [.elements])
  }

  /// The path to the values that a closure makes of this path's values.
  ///
  /// Nothing checks a value's type before the closure gets it.
  ///
  /// ```swift
  /// let visible = HubJSONPath().member("rows").elements.compactMap(named: "visible") { row in
  ///   row["hidden"] == true ? .none : .some(row)
  /// }
  /// ```
  ///
  /// Beware of `? nil : row`, which makes JSON's null instead of dropping the value.
  ///
  /// - Parameters:
  ///   - name: The closure's name where the path is printed or explained.
  ///   - transform: Makes another value, or drops this one by returning nil. Called on the thread that reads.
  /// - Returns: The longer path.
  public func compactMap(
    named name: String = "block", _ transform: @escaping @Sendable (_ value: JSONValue) -> JSONValue?
  ) -> HubJSONPath {
    HubJSONPath(operations: operations + [.run(name, transform)])
  }

  /// The path to the values of this path and then to those of another, both from the same object.
  ///
  /// Where only one value is read, the other path's is taken if this one has none of the destination's type. Combine
  /// before the destination is chosen; ``HubJSONPath/untyped`` of a typed path can be combined again.
  ///
  /// - Parameter other: The path whose values come second.
  /// - Returns: The combined path. It leads nowhere from what is not an object.
  public func combined(with other: HubJSONPath) -> HubJSONPath {
    HubJSONPath(operations: [.combine(alternatives + other.alternatives)])
  }

  /// The paths that this one combines, so that a chain of combinations is a flat list.
  private var alternatives: [[PathOperation]] {
    if operations.count == 1, case .combine(let paths) = operations[0] { return paths }
    return [operations]
  }
}
