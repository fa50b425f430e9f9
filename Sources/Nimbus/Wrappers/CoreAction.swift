/// The triggered action itself, in an action's type or in a type nested in it. (Seed: `@CoreAction`.)
///
/// ```swift
/// struct Remember: ActionDecodable {
///   var value: String
///   @CoreAction var triggered: ActionTriggeredEvent
///
///   func execute() { print("\(triggered.action.name) in \(triggered.scope.name): \(value)") }
/// }
/// ```
///
/// No member of the action's properties is needed for it, whatever the property is named. Where no action is being run,
/// decoding fails.
@propertyWrapper
public struct CoreAction: Decodable {
  /// The action with its values, and the event that it is part of.
  public var wrappedValue: ActionTriggeredEvent

  /// Makes a wrapper of a triggered action.
  public init(wrappedValue: ActionTriggeredEvent) {
    self.wrappedValue = wrappedValue
  }

  /// Takes the action that is being run.
  ///
  /// - Throws: `DecodingError` if none is, or if it is not ``NimbusDecoder`` that decodes.
  public init(from decoder: any Decoder) throws {
    try self.init(ValueDecoder.of(decoder, for: Self.name))
  }

  fileprivate static let name = "The action that runs"

  fileprivate init(_ decoder: ValueDecoder) throws {
    guard let action = decoder.surroundings.action else {
      throw DecodingError.dataCorrupted(at: decoder.codingPath, "No action event is available: no action is being run.")
    }
    wrappedValue = action
  }
}

extension KeyedDecodingContainer {
  /// Takes the action that is being run; the key is of no account.
  public func decode(_ type: CoreAction.Type, forKey key: Key) throws -> CoreAction {
    try CoreAction(ValueDecoder.of(superDecoder(), for: CoreAction.name, at: codingPath))
  }
}
