public import FlowJSON

/// A path through a JSON document to values of one type.
///
/// ```swift
/// let titles = HubJSONPath().member("body").elements.member("text").member("title").stringPath
/// titles.string(from: document)  // the first title that is a string, or nil
/// titles.values(from: document)  // all of them
/// print(titles)                  // body[].text.title
/// ```
///
/// A new path is empty and untyped: a `HubJSONPath<JSONValue>`. ``member(_:)``, ``elements``, ``compactMap(named:_:)``
/// and ``combined(with:)`` each return a longer path, so a path can be the start of several others. The destination
/// gives the path its type, which the compiler checks: a path to strings cannot be used as a path to URLs. Paths are
/// values and can be used on any thread.
///
/// As in the Hub Framework's JSON programming guide: `HUBMutableJSONPath` and the typed paths.
public struct HubJSONPath<Value: HubJSONPathValue>: Sendable {
  /// The steps of the path. The type check of the destination comes after them.
  let operations: [PathOperation]

  init(operations: [PathOperation]) {
    self.operations = operations
  }
}

extension HubJSONPath where Value == JSONValue {
  /// Creates a path without steps. It leads to the value at which it starts.
  public init() {
    self.init(operations: [])
  }

  /// Returns a path to a member of each object.
  ///
  /// A value that is not an object, or has no such member, is discarded. A member that is null is kept.
  ///
  /// - Parameter key: The name of the member.
  /// - Returns: The longer path.
  public func member(_ key: String) -> HubJSONPath {
    HubJSONPath(operations: operations + [.member(key)])
  }

  /// A path to each element of an array. A value that is not an array is discarded.
  public var elements: HubJSONPath {
    HubJSONPath(operations: operations + [.elements])
  }

  /// Returns a path to the values that a closure returns for this path's values.
  ///
  /// The closure receives values of any type.
  ///
  /// ```swift
  /// let visible = HubJSONPath().member("rows").elements.compactMap(named: "visible") { row in
  ///   row["hidden"] == true ? .none : .some(row)
  /// }
  /// ```
  ///
  /// Don't write `? nil : row`. It returns JSON's null and does not discard the value.
  ///
  /// - Parameters:
  ///   - name: The name of the closure in printed paths and explanations.
  ///   - transform: Returns a new value, or nil to discard the value. Called on the thread that reads.
  /// - Returns: The longer path.
  public func compactMap(
    named name: String = "block", _ transform: @escaping @Sendable (_ value: JSONValue) -> JSONValue?
  ) -> HubJSONPath {
    HubJSONPath(operations: operations + [.run(name, transform)])
  }

  /// Returns a path to the values of this path, followed by those of another path from the same object.
  ///
  /// When only one value is read, the other path is used if this path has no value of the destination's type. Combine
  /// paths before you choose the destination. To combine a typed path, use its ``HubJSONPath/untyped`` path.
  ///
  /// - Parameter other: The path whose values follow.
  /// - Returns: The combined path. It discards values that are not objects.
  public func combined(with other: HubJSONPath) -> HubJSONPath {
    HubJSONPath(operations: [.combine(alternatives + other.alternatives)])
  }

  /// The paths that this path combines. A chain of combinations is stored as a flat list.
  private var alternatives: [[PathOperation]] {
    if operations.count == 1, case .combine(let paths) = operations[0] { return paths }
    return [operations]
  }
}
