public import FlowJSON
public import Foundation

extension HubJSONPath {
  /// All values that the path leads to, in order; none if nothing is there or nothing passes.
  ///
  /// - Parameter value: Where the path starts.
  /// - Returns: The values.
  public func values(startingAt value: JSONValue) -> [Value] {
    var values: [Value] = []
    operations.walk(value) { found in
      if let value = Value(hubValue: found) { values.append(value) }
      return true
    }
    return values
  }

  /// All values that the path leads to, in order; none if nothing is there or nothing passes.
  ///
  /// - Parameter object: Where the path starts.
  /// - Returns: The values.
  public func values(from object: JSONObject) -> [Value] { values(startingAt: .object(object)) }

  /// The first value that the path leads to; nil if nothing is there or nothing passes.
  ///
  /// - Parameter value: Where the path starts.
  /// - Returns: The value.
  public func first(startingAt value: JSONValue) -> Value? {
    var first: Value?
    operations.walk(value) { found in
      first = Value(hubValue: found)
      return first == nil
    }
    return first
  }

  /// The first value that the path leads to; nil if nothing is there or nothing passes.
  ///
  /// - Parameter object: Where the path starts.
  /// - Returns: The value.
  public func first(from object: JSONObject) -> Value? { first(startingAt: .object(object)) }
}

extension HubJSONPath where Value == Bool {
  /// The first boolean, or number, that the path leads to; false if there is none.
  public func bool(from object: JSONObject) -> Bool { first(from: object) ?? false }
}

extension HubJSONPath where Value == Int64 {
  /// The first number, or boolean, that the path leads to; 0 if there is none.
  public func integer(from object: JSONObject) -> Int64 { first(from: object) ?? 0 }
}

extension HubJSONPath where Value == String {
  /// The first string that the path leads to; nil if there is none.
  public func string(from object: JSONObject) -> String? { first(from: object) }
}

extension HubJSONPath where Value == URL {
  /// The first URL that the path leads to; nil if there is none.
  public func url(from object: JSONObject) -> URL? { first(from: object) }
}

extension HubJSONPath where Value == JSONObject {
  /// The first object that the path leads to; nil if there is none.
  public func dictionary(from object: JSONObject) -> JSONObject? { first(from: object) }
}
