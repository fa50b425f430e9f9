/// A property wrapper for an event, as a function of a component, an action or an operation. As in Nimbus's `@Event`.
///
/// ```swift
/// struct SendButton: ViewDecodable {
///   var text: String
///   @Event var onPress: () -> Void
///
///   func render(_ context: ComponentContext) -> ScreenLayout {
///     .element(.button(context.id, label: text) { onPress() })
///   }
/// }
/// ```
///
/// If the event is absent, null or an empty list, the function does nothing. Any other value that isn't an event is a
/// type mismatch. Among the arguments of an operation, it isn't a mismatch, and the function does nothing.
///
/// Each call runs the event again. Call the function on the screen's queue.
@propertyWrapper
public struct Event: Decodable {
  /// Runs the event.
  public var wrappedValue: () -> Void

  /// Creates a wrapper from a function.
  public init(wrappedValue: @escaping () -> Void) {
    self.wrappedValue = wrappedValue
  }

  /// Creates a wrapper for the event at the decoder's position.
  ///
  /// - Throws: `DecodingError`, for example if the decoder isn't that of ``NimbusDecoder``.
  public init(from decoder: any Decoder) throws {
    let event = try ValueDecoder.of(decoder, for: "An event").event(Event.self)
    wrappedValue = { event?.run() }
  }
}

extension KeyedDecodingContainer {
  /// Decodes an event. If there is none, the function does nothing.
  public func decode(_ type: Event.Type, forKey key: Key) throws -> Event {
    try Event(from: superDecoder(forKey: key))
  }
}
