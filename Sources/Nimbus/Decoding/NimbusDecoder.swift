public import FlowJSON

/// Makes components, actions and operations of untyped values. (Seed: the same name.)
///
/// ```swift
/// struct Price: Decodable {
///   var amount: Double
///   var currency: String
/// }
/// let price = try NimbusDecoder.decode(Price.self, from: ["amount": "9.90", "currency": "EUR"] as JSONValue)
/// price.amount  // 9.9: text in the form of a number is taken for a number
/// ```
///
/// What a server sends is first made sense of: a string takes any value but null, a number any number (a fraction is
/// dropped and the nearest bound taken where the type cannot hold it) and any text in the form of one, an enum of strings
/// its raw values in whatever case. A boolean takes only booleans. What cannot be made sense of is a `DecodingError` with
/// the path to the value, what was expected (the cases too, if an enum is `CaseIterable`) and what was found; nothing that is
/// sent can trap.
///
/// Events, children and the action that runs are reached through ``Event``, ``StatefulEvent``, ``Children`` and
/// ``CoreAction``, also from types nested in the decoded one. May be used on any thread; what is decoded belongs to the
/// queue of the screen.
public enum NimbusDecoder {
  /// How deep types may be nested in each other while they are decoded. What is deeper is an error, so that no value that is
  /// sent can overflow the stack of a worker thread. Plain JSON in a `JSONValue` does not count.
  public static let maximumDepth = 128

  /// Decodes a value with which events may come.
  ///
  /// - Parameters:
  ///   - type: What to make.
  ///   - value: What to make it of.
  ///   - userInfo: Whatever an `init(from:)` wants to know.
  /// - Returns: What was made.
  /// - Throws: `DecodingError`, or whatever an `init(from:)` of the type throws.
  public static func decode<T: Decodable>(
    _ type: T.Type, from value: NimbusValue, userInfo: [CodingUserInfoKey: Any] = [:]
  ) throws -> T {
    try decode(type, value, DecodingSurroundings(userInfo: userInfo))
  }

  /// Decodes JSON.
  ///
  /// - Parameters:
  ///   - type: What to make.
  ///   - value: What to make it of.
  ///   - userInfo: Whatever an `init(from:)` wants to know.
  /// - Returns: What was made.
  /// - Throws: `DecodingError`, or whatever an `init(from:)` of the type throws.
  public static func decode<T: Decodable>(
    _ type: T.Type, from value: JSONValue, userInfo: [CodingUserInfoKey: Any] = [:]
  ) throws -> T {
    try decode(type, .json(value), DecodingSurroundings(userInfo: userInfo))
  }

  /// Decodes a plain object.
  ///
  /// - Parameters:
  ///   - type: What to make.
  ///   - object: The members to make it of.
  ///   - userInfo: Whatever an `init(from:)` wants to know.
  /// - Returns: What was made.
  /// - Throws: `DecodingError`, or whatever an `init(from:)` of the type throws.
  public static func decode<T: Decodable>(
    _ type: T.Type, from object: JSONObject, userInfo: [CodingUserInfoKey: Any] = [:]
  ) throws -> T {
    try decode(type, .json(.object(object)), DecodingSurroundings(userInfo: userInfo))
  }

  /// Decodes a component from a node: from its properties, with its children.
  ///
  /// - Parameters:
  ///   - type: What to make.
  ///   - node: The node. No properties count as an empty object.
  ///   - environment: How the children are drawn, and who hears of changed states.
  ///   - userInfo: Whatever an `init(from:)` wants to know.
  /// - Returns: What was made.
  /// - Throws: `DecodingError`, or whatever an `init(from:)` of the type throws.
  public static func decode<T: Decodable>(
    _ type: T.Type, from node: ServerDrivenNode, in environment: NodeEnvironment = NodeEnvironment(),
    userInfo: [CodingUserInfoKey: Any] = [:]
  ) throws -> T {
    let component = try decode(
      type, node.properties.orEmpty, DecodingSurroundings(userInfo: userInfo, node: node, environment: environment))
    if let onChange = environment.onChange { LocalStates.connect(component, onChange: onChange) }
    return component
  }

  /// Decodes an action from what triggered it: from the action's properties, with the event.
  ///
  /// - Parameters:
  ///   - type: What to make.
  ///   - event: The triggered action. No properties count as an empty object.
  ///   - userInfo: Whatever an `init(from:)` wants to know.
  /// - Returns: What was made.
  /// - Throws: `DecodingError`, or whatever an `init(from:)` of the type throws.
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
