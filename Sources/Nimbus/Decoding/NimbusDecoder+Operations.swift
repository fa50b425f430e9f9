public import FlowJSON

extension NimbusDecoder {
  /// Decodes an operation from the arguments of a call. Each argument gets the name that `T.properties` has at its place;
  /// arguments without a name are ignored.
  ///
  /// - Parameters:
  ///   - type: The operation to make.
  ///   - arguments: The arguments in their order.
  ///   - userInfo: Whatever an `init(from:)` wants to know.
  /// - Returns: What was made.
  /// - Throws: `DecodingError`, also if there are fewer arguments than names, or whatever an `init(from:)` throws.
  public static func decode<T: OperationDecodable>(
    _ type: T.Type, from arguments: [JSONValue], userInfo: [CodingUserInfoKey: Any] = [:]
  ) throws -> T {
    let names = try names(of: type, for: arguments.count)
    let value = NimbusValue.json(.object(JSONObject(zip(names, arguments))))
    return try decode(type, value, DecodingSurroundings(userInfo: userInfo, hasArguments: true))
  }

  /// Decodes an operation from the arguments of a call, events among them.
  ///
  /// - Parameters:
  ///   - type: The operation to make.
  ///   - arguments: The arguments in their order.
  ///   - userInfo: Whatever an `init(from:)` wants to know.
  /// - Returns: What was made.
  /// - Throws: `DecodingError`, also if there are fewer arguments than names, or whatever an `init(from:)` throws.
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
