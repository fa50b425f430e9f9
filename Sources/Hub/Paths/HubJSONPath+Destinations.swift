public import FlowJSON
public import Foundation

extension HubJSONPath where Value == JSONValue {
  /// A path to Boolean values. Numbers are converted: zero to false, all others to true.
  public var boolPath: HubJSONPath<Bool> { path(to: Bool.self) }
  /// A path to integers. Fractions are truncated. Boolean values are converted to 1 and 0.
  public var integerPath: HubJSONPath<Int64> { path(to: Int64.self) }
  /// A path to strings.
  public var stringPath: HubJSONPath<String> { path(to: String.self) }
  /// A path to URLs. Strings must already be valid URLs. They are not percent-encoded.
  public var urlPath: HubJSONPath<URL> { path(to: URL.self) }
  /// A path to objects.
  public var dictionaryPath: HubJSONPath<JSONObject> { path(to: JSONObject.self) }

  /// Returns a path to values of a type.
  ///
  /// - Parameter type: The type of the values. Values of other types are discarded.
  /// - Returns: The typed path.
  public func path<Destination: HubJSONPathValue>(to type: Destination.Type) -> HubJSONPath<Destination> {
    HubJSONPath<Destination>(operations: operations)
  }
}

extension HubJSONPath {
  /// The path with its type check as an additional step, so that you can extend it. For example, a closure after a path
  /// to strings receives only strings.
  ///
  /// ```swift
  /// let loud = HubJSONPath().member("title").stringPath.untyped
  ///   .compactMap(named: "shout") { .string($0.canonicalText + "!") }.stringPath
  /// ```
  ///
  /// As in the Hub Framework's JSON programming guide: `mutableCopy` of typed paths.
  public var untyped: HubJSONPath<JSONValue> {
    if Value.self == JSONValue.self { return HubJSONPath<JSONValue>(operations: operations) }
    return HubJSONPath<JSONValue>(operations: operations + [.filter(PathFilter(Value.self))])
  }
}
