import FlowJSON
import FlowScreens

/// A property wrapper for an event that runs with a value. As in Nimbus's `@StatefulEvent`.
///
/// ```swift
/// struct NameInput: ViewDecodable {
///   var name: String
///   @StatefulEvent var onChange: (String) -> Void
///
///   func render(_ context: ComponentContext) -> ScreenLayout {
///     .element(.input(context.id, label: "Name", text: name) { onChange($0) })
///   }
/// }
/// ```
///
/// The function sets the event's implicit state to the value and then runs the event. For example, in
/// `{"onChange": [{"_:action": "setState", "properties": {"path": "name", "value": "@{onChange}"}}]}`, the expression
/// is the text that was typed.
///
/// Absent values and values that aren't events are treated in the same way as by ``Event``.
///
/// The value may be of any type, and is converted to JSON. An `Encodable` value is encoded. `nil` and `Void` become
/// null. Arrays and dictionaries of such values, also of `Any`, become arrays and objects. Any other value becomes
/// null, and the error is reported to the logger for `CodingUserInfoKey.nimbusLogger`, if there is one. Call the
/// function on the screen's queue.
@propertyWrapper
public struct StatefulEvent<Value>: Decodable {
  /// Runs the event with a value.
  public var wrappedValue: (Value) -> Void

  /// Creates a wrapper from a function.
  public init(wrappedValue: @escaping (Value) -> Void) {
    self.wrappedValue = wrappedValue
  }

  /// Creates a wrapper for the event at the decoder's position.
  ///
  /// - Throws: `DecodingError`, for example if the decoder isn't that of ``NimbusDecoder``.
  public init(from decoder: any Decoder) throws {
    let place = try ValueDecoder.of(decoder, for: "An event")
    guard let event = try place.event(Self.self) else {
      wrappedValue = { _ in }
      return
    }
    let logger = place.userInfo[.nimbusLogger] as? any FlowLogger
    wrappedValue = { value in
      do {
        event.run(try JSONValue(operationResult: value))
      } catch {
        logger?.error(
          "The value for the event \"\(event.name.brief)\" could not be encoded and counts as null: \(error)")
        event.run(.null)
      }
    }
  }
}

extension KeyedDecodingContainer {
  /// Decodes an event with a value. If there is no event, the function does nothing.
  public func decode<Value>(_ type: StatefulEvent<Value>.Type, forKey key: Key) throws -> StatefulEvent<Value> {
    try StatefulEvent(from: superDecoder(forKey: key))
  }
}
