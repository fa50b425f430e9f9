/// What is to be done when something happens, as a function of a component, an action or an operation. (Seed: `@Event`.)
///
/// ```swift
/// struct SendButton: ViewDecodable {
///   var text: String
///   @Event var onPress: () -> Void
///
///   func render(_ context: ComponentContext) -> Layout {
///     .element(.button(context.id, label: text) { onPress() })
///   }
/// }
/// ```
///
/// Where the event is absent, null or an empty list, the function does nothing. Anything else that is no event is a
/// mismatch, except among the arguments of an operation, where it does nothing as well. Each call runs the event again. The
/// function is to be called on the queue of the screen.
@propertyWrapper
public struct Event: Decodable {
  /// Runs the event.
  public var wrappedValue: () -> Void

  /// Makes a wrapper of a function.
  public init(wrappedValue: @escaping () -> Void) {
    self.wrappedValue = wrappedValue
  }

  /// Takes the event that stands at the decoder's place.
  ///
  /// - Throws: `DecodingError`, also if it is not ``NimbusDecoder`` that decodes.
  public init(from decoder: any Decoder) throws {
    let event = try ValueDecoder.of(decoder, for: "An event").event(Event.self)
    wrappedValue = { event?.run() }
  }
}

extension KeyedDecodingContainer {
  /// Decodes an event; without one the function does nothing.
  public func decode(_ type: Event.Type, forKey key: Key) throws -> Event {
    try Event(from: superDecoder(forKey: key))
  }
}
