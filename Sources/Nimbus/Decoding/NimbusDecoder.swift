public import FlowJSON

/// Decodes components, actions and operations from untyped values. As in Nimbus's `NimbusDecoder`.
///
/// ```swift
/// struct Price: Decodable {
///   var amount: Double
///   var currency: String
/// }
/// let price = try NimbusDecoder.decode(Price.self, from: ["amount": "9.90", "currency": "EUR"] as JSONValue)
/// price.amount  // 9.9: the decoder converts the text
/// ```
///
/// The decoder converts values that a server sends:
///
/// - A string accepts any value except null.
/// - A number accepts any number, and text that contains a number. For integers, the fraction is removed. A number
///   beyond the range of its type becomes the nearest value of the type: `Int.max` for an integer, infinity for a
///   floating-point type. A `Decimal` keeps the digits of a text that it can represent. Otherwise, it's the nearest
///   value. In JSON, an integer that doesn't fit in 64 bits is a `Double`. Send it as text if all its digits matter.
/// - A `CaseIterable` enumeration of strings accepts its raw values in any case. Other enumerations of strings don't
///   list their cases, so the decoder tries spellings. For a text with up to seven letters, it tries all spellings. For
///   a longer text, it tries lowercase, uppercase, and camel case with up to three words and 24 letters. An enumeration
///   of integers doesn't accept a number beyond the range of its type.
/// - A dictionary accepts objects, even if its keys are an enumeration. Two names of the same case are an error.
/// - A Boolean accepts only Booleans.
///
/// Any other value causes a `DecodingError` with the path to the value, the expected type and the value that was found.
/// For a `CaseIterable` enumeration, the error lists the cases. No input causes a trap.
///
/// Types use ``Event``, ``StatefulEvent``, ``Children`` and ``CoreAction`` to access events, children and the current
/// action. This also works in nested types. You can decode on any thread. The decoded value belongs to the screen's
/// queue.
public enum NimbusDecoder {
  /// The maximum nesting of decoded types. Deeper nesting is an error, so no input can overflow the stack of a worker
  /// thread. Plain JSON in a `JSONValue` isn't counted.
  public static let maximumDepth = ValueDecoder.maximumDepth

  /// Decodes a value that may contain events.
  ///
  /// - Parameters:
  ///   - type: The type to decode.
  ///   - value: The value to decode from.
  ///   - userInfo: Information for custom `init(from:)` implementations.
  /// - Returns: The decoded value.
  /// - Throws: `DecodingError`, or any error that an `init(from:)` throws.
  public static func decode<T: Decodable>(
    _ type: T.Type, from value: NimbusValue, userInfo: [CodingUserInfoKey: Any] = [:]
  ) throws -> T {
    try decode(type, value, DecodingSurroundings(userInfo: userInfo))
  }

  /// Decodes a JSON value.
  ///
  /// - Parameters:
  ///   - type: The type to decode.
  ///   - value: The value to decode from.
  ///   - userInfo: Information for custom `init(from:)` implementations.
  /// - Returns: The decoded value.
  /// - Throws: `DecodingError`, or any error that an `init(from:)` throws.
  public static func decode<T: Decodable>(
    _ type: T.Type, from value: JSONValue, userInfo: [CodingUserInfoKey: Any] = [:]
  ) throws -> T {
    try decode(type, .json(value), DecodingSurroundings(userInfo: userInfo))
  }

  /// Decodes a JSON object.
  ///
  /// - Parameters:
  ///   - type: The type to decode.
  ///   - object: The members to decode from.
  ///   - userInfo: Information for custom `init(from:)` implementations.
  /// - Returns: The decoded value.
  /// - Throws: `DecodingError`, or any error that an `init(from:)` throws.
  @_disfavoredOverload
  public static func decode<T: Decodable>(
    _ type: T.Type, from object: JSONObject, userInfo: [CodingUserInfoKey: Any] = [:]
  ) throws -> T {
    try decode(type, .json(.object(object)), DecodingSurroundings(userInfo: userInfo))
  }

  /// Decodes a component from a node's properties. ``Children`` gives the component access to the node's children.
  ///
  /// - Parameters:
  ///   - type: The type to decode.
  ///   - node: The node. Missing properties are treated as an empty object.
  ///   - environment: Draws the children, and is notified of changed states.
  ///   - userInfo: Information for custom `init(from:)` implementations.
  /// - Returns: The decoded value.
  /// - Throws: `DecodingError`, or any error that an `init(from:)` throws.
  public static func decode<T: Decodable>(
    _ type: T.Type, from node: ServerDrivenNode, in environment: NodeEnvironment = NodeEnvironment(),
    userInfo: [CodingUserInfoKey: Any] = [:]
  ) throws -> T {
    let component = try decode(type, of: node, environment, userInfo)
    if let onChange = environment.onChange { LocalStates(of: component).connect(onChange: onChange) }
    return component
  }

  /// Decodes a component without connecting its states.
  static func decode<T: Decodable>(
    _ type: T.Type, of node: ServerDrivenNode, _ environment: NodeEnvironment, _ userInfo: [CodingUserInfoKey: Any]
  ) throws -> T {
    try decode(
      type, node.properties.orEmpty, DecodingSurroundings(userInfo: userInfo, node: node, environment: environment))
  }

  /// Decodes an action from its properties. ``CoreAction`` gives the action access to the triggered event.
  ///
  /// - Parameters:
  ///   - type: The type to decode.
  ///   - event: The triggered action. Missing properties are treated as an empty object.
  ///   - userInfo: Information for custom `init(from:)` implementations.
  /// - Returns: The decoded value.
  /// - Throws: `DecodingError`, or any error that an `init(from:)` throws.
  public static func decode<T: Decodable>(
    _ type: T.Type, from event: ActionTriggeredEvent, userInfo: [CodingUserInfoKey: Any] = [:]
  ) throws -> T {
    try decode(type, event.action.properties.orEmpty, DecodingSurroundings(userInfo: userInfo, action: event))
  }

  static func decode<T: Decodable>(
    _ type: T.Type, _ value: NimbusValue, _ surroundings: DecodingSurroundings
  ) throws -> T {
    try ValueDecoder.make(type, of: value, key: nil, below: nil, surroundings)
  }
}

extension NimbusValue? {
  fileprivate var orEmpty: NimbusValue {
    switch self {
    case nil, .json(.null): .json(.object(JSONObject()))
    case let value?: value
    }
  }
}
