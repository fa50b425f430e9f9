public import FlowJSON

extension NimbusDecoder {
  /// Decodes an operation from the arguments of a call.
  ///
  /// The names in `T.properties` are assigned to the arguments by position. Additional arguments are ignored.
  ///
  /// - Parameters:
  ///   - type: The type of the operation.
  ///   - arguments: The arguments, in order.
  ///   - userInfo: Information for custom `init(from:)` implementations.
  /// - Returns: The decoded operation.
  /// - Throws: `DecodingError`, for example if there are fewer arguments than names, or any error that an `init(from:)`
  ///   throws.
  public static func decode<T: OperationDecodable>(
    _ type: T.Type, from arguments: [JSONValue], userInfo: [CodingUserInfoKey: Any] = [:]
  ) throws -> T {
    let names = try names(of: type, for: arguments.count)
    let value = NimbusValue.json(.object(JSONObject(zip(names, arguments))))
    return try decode(type, value, DecodingSurroundings(userInfo: userInfo, hasArguments: true))
  }

  /// Decodes an operation from the arguments of a call, which may contain events.
  ///
  /// - Parameters:
  ///   - type: The type of the operation.
  ///   - arguments: The arguments, in order.
  ///   - userInfo: Information for custom `init(from:)` implementations.
  /// - Returns: The decoded operation.
  /// - Throws: `DecodingError`, for example if there are fewer arguments than names, or any error that an `init(from:)`
  ///   throws.
  public static func decode<T: OperationDecodable>(
    _ type: T.Type, from arguments: [NimbusValue], userInfo: [CodingUserInfoKey: Any] = [:]
  ) throws -> T {
    let names = try names(of: type, for: arguments.count)
    let value = NimbusValue.object(Dictionary(zip(names, arguments)) { $1 })
    return try decode(type, value, DecodingSurroundings(userInfo: userInfo, hasArguments: true))
  }

  private static func names<T: OperationDecodable>(of type: T.Type, for count: Int) throws -> [String] {
    let names = T.properties
    guard count >= names.count else {
      let expected = names.count == 1 ? "1 argument" : "\(names.count) arguments"
      throw DecodingError.dataCorrupted(
        DecodingError.Context(
          codingPath: [], debugDescription: "Expected \(expected) (\(names.joined(separator: ", "))), found \(count)."))
    }
    return names
  }
}
