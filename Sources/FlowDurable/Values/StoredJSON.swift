package import FlowJSON

/// Values as the JSON that runs store, for the other modules of the package.
package enum StoredJSON {
  /// The key under which an encoder says that it writes what a run stores, so that a value can leave out what it has twice.
  package static let isStoring = CodingUserInfoKey(rawValue: "FlowState.isStoring")

  /// Returns a value as JSON.
  ///
  /// - Parameter value: The value.
  /// - Returns: The JSON.
  /// - Throws: An error if the value isn't exact as JSON, or its encoding fails.
  package static func of(_ value: some Encodable) throws -> JSONValue { try ValueCoder.encode(value) }

  /// Returns the value of JSON.
  ///
  /// - Parameters:
  ///   - type: The type of the value.
  ///   - json: The JSON.
  /// - Returns: The value.
  /// - Throws: An error that names the place.
  package static func value<Value: Decodable>(_ type: Value.Type, of json: JSONValue) throws -> Value {
    try ValueCoder.decode(type, from: json)
  }
}
