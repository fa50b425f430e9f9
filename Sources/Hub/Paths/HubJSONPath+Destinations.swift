public import FlowJSON
public import Foundation

extension HubJSONPath where Value == JSONValue {
  /// The path to booleans; numbers pass and are true unless they are zero.
  public var boolPath: HubJSONPath<Bool> { path(to: Bool.self) }
  /// The path to integers; a fraction is dropped, booleans pass as 1 and 0.
  public var integerPath: HubJSONPath<Int64> { path(to: Int64.self) }
  /// The path to strings.
  public var stringPath: HubJSONPath<String> { path(to: String.self) }
  /// The path to strings that are URLs as they are written.
  public var urlPath: HubJSONPath<URL> { path(to: URL.self) }
  /// The path to objects.
  public var dictionaryPath: HubJSONPath<JSONObject> { path(to: JSONObject.self) }

  /// The path to values of a type.
  ///
  /// - Parameter type: What passes; everything else is dropped.
  /// - Returns: The path.
  public func path<Destination: HubJSONPathValue>(to type: Destination.Type) -> HubJSONPath<Destination> {
    HubJSONPath<Destination>(operations: operations)
  }
}

extension HubJSONPath {
  /// The path with its type as one more step, so that it can go on: a block after a path to strings only sees strings.
  ///
  /// ```swift
  /// let loud = HubJSONPath().member("title").stringPath.untyped
  ///   .compactMap(named: "shout") { .string($0.canonicalText + "!") }.stringPath
  /// ```
  ///
  /// Source: `mutableCopy` of the original's typed paths.
  public var untyped: HubJSONPath<JSONValue> {
    if Value.self == JSONValue.self { return HubJSONPath<JSONValue>(operations: operations) }
    return HubJSONPath<JSONValue>(operations: operations + [.filter(PathFilter(Value.self))])
  }
}
