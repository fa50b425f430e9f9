/// A property wrapper for the triggered action, in an action type or a type nested in it. As in Nimbus's `@CoreAction`.
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
/// The wrapper doesn't read a member of the action's properties, regardless of its own name. If no action is running,
/// decoding fails.
@propertyWrapper
public struct CoreAction: Decodable {
  /// The action with its properties, and the event that it is part of.
  public var wrappedValue: ActionTriggeredEvent

  /// Creates a wrapper from a triggered action.
  public init(wrappedValue: ActionTriggeredEvent) {
    self.wrappedValue = wrappedValue
  }

  /// Creates a wrapper for the action that is running.
  ///
  /// - Throws: `DecodingError` if no action is running, or if the decoder isn't that of ``NimbusDecoder``.
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
  /// Decodes the action that is running. The key is ignored.
  public func decode(_ type: CoreAction.Type, forKey key: Key) throws -> CoreAction {
    try CoreAction(ValueDecoder.of(superDecoder(), for: CoreAction.name, at: codingPath))
  }
}
