import FlowJSON
import FlowScreens

/// What is to be done when something happens that comes with a value. (Seed: `@StatefulEvent`.)
///
/// ```swift
/// struct NameInput: ViewDecodable {
///   var name: String
///   @StatefulEvent var onChange: (String) -> Void
///
///   func render(_ context: ComponentContext) -> Layout {
///     .element(.input(context.id, label: "Name", text: name) { onChange($0) })
///   }
/// }
/// ```
///
/// The function sets the event's implicit state to the value, then runs the event: in `{"onChange": [{"_:action": "setState",
/// "properties": {"path": "name", "value": "@{onChange}"}}]}` the expression gives what was typed. The same rules as for
/// ``Event`` hold for what is absent or no event. A value that cannot be encoded counts as null; the logger under
/// `CodingUserInfoKey.nimbusLogger`, if there is one, is told. The function is to be called on the queue of the screen.
@propertyWrapper
public struct StatefulEvent<Value: Encodable>: Decodable {
  /// Runs the event with a value.
  public var wrappedValue: (Value) -> Void

  /// Makes a wrapper of a function.
  public init(wrappedValue: @escaping (Value) -> Void) {
    self.wrappedValue = wrappedValue
  }

  /// Takes the event that stands at the decoder's place.
  ///
  /// - Throws: `DecodingError`, also if it is not ``NimbusDecoder`` that decodes.
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
        logger?.error("The value for the event \"\(event.name)\" could not be encoded and counts as null: \(error)")
        event.run(.null)
      }
    }
  }
}

extension KeyedDecodingContainer {
  /// Decodes an event that takes a value; without one the function does nothing.
  public func decode<Value: Encodable>(
    _ type: StatefulEvent<Value>.Type, forKey key: Key
  ) throws -> StatefulEvent<Value> {
    try StatefulEvent(from: superDecoder(forKey: key))
  }
}
