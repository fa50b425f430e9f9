public import FlowJSON
public import Foundation

extension HubJSONPath {
  /// Returns all values that the path leads to, in order.
  ///
  /// - Parameter value: The value at which the path starts.
  /// - Returns: The values. Empty if the path leads to no value of its type.
  public func values(startingAt value: JSONValue) -> [Value] {
    var values: [Value] = []
    operations.walk(value) { found in
      if let value = Value(hubValue: found) { values.append(value) }
      return true
    }
    return values
  }

  /// Returns all values that the path leads to, in order.
  ///
  /// - Parameter object: The object at which the path starts.
  /// - Returns: The values. Empty if the path leads to no value of its type.
  public func values(from object: JSONObject) -> [Value] { values(startingAt: .object(object)) }

  /// Returns the first value that the path leads to.
  ///
  /// - Parameter value: The value at which the path starts.
  /// - Returns: The value. Nil if the path leads to no value of its type.
  public func first(startingAt value: JSONValue) -> Value? {
    var first: Value?
    operations.walk(value) { found in
      first = Value(hubValue: found)
      return first == nil
    }
    return first
  }

  /// Returns the first value that the path leads to.
  ///
  /// - Parameter object: The object at which the path starts.
  /// - Returns: The value. Nil if the path leads to no value of its type.
  public func first(from object: JSONObject) -> Value? { first(startingAt: .object(object)) }
}

extension HubJSONPath where Value == Bool {
  /// Returns the first Boolean value or number that the path leads to. Returns false if there is none.
  public func bool(from object: JSONObject) -> Bool { first(from: object) ?? false }
}

extension HubJSONPath where Value == Int64 {
  /// Returns the first number or Boolean value that the path leads to. Returns 0 if there is none.
  public func integer(from object: JSONObject) -> Int64 { first(from: object) ?? 0 }
}

extension HubJSONPath where Value == String {
  /// Returns the first string that the path leads to. Returns nil if there is none.
  public func string(from object: JSONObject) -> String? { first(from: object) }
}

extension HubJSONPath where Value == URL {
  /// Returns the first URL that the path leads to. Returns nil if there is none.
  public func url(from object: JSONObject) -> URL? { first(from: object) }
}

extension HubJSONPath where Value == JSONObject {
  /// Returns the first object that the path leads to. Returns nil if there is none.
  public func dictionary(from object: JSONObject) -> JSONObject? { first(from: object) }
}
