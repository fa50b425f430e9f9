/// A value of a component's own that changes while the component is on the screen. (Seed: SwiftUI's `@State`.)
///
/// ```swift
/// struct Counter: ViewDecodable {
///   @State var count: Int
///
///   func render(_ context: ComponentContext) -> Layout {
///     .element(.button(context.id, label: "Pressed \(count) times") { count += 1 })
///   }
/// }
/// let counter = try NimbusDecoder.decode(Counter.self, from: ["count": 3] as JSONValue)
/// ```
///
/// The server gives the initial value, which it must, even where the declaration has a default, unless `CodingKeys` leave
/// the state out or the value is an optional. Copies of the component share the value. Setting it asks for the component to
/// be drawn again. To be used on the queue of the screen.
@propertyWrapper
public struct State<Value> {
  private let cell: StateBox<Value>

  /// Makes a state with an initial value.
  public init(wrappedValue: Value) {
    cell = StateBox(wrappedValue)
  }

  /// The value of now.
  public var wrappedValue: Value {
    get { cell.value }
    nonmutating set {
      cell.value = newValue
      cell.onChange?()
    }
  }
}

extension State: Decodable where Value: Decodable {
  /// Decodes the initial value.
  public init(from decoder: any Decoder) throws {
    self.init(wrappedValue: try decoder.singleValueContainer().decode(Value.self))
  }
}

extension KeyedDecodingContainer {
  /// Decodes a state's initial value.
  public func decode<Value: Decodable>(_ type: State<Value>.Type, forKey key: Key) throws -> State<Value> {
    State(wrappedValue: try decode(Value.self, forKey: key))
  }

  /// Decodes a state's initial value; nil if it is absent or null.
  public func decode<Value: Decodable>(_ type: State<Value?>.Type, forKey key: Key) throws -> State<Value?> {
    State(wrappedValue: try decodeIfPresent(Value.self, forKey: key))
  }
}

/// Where a state's value is, for all copies of the component.
private final class StateBox<Value> {
  var value: Value
  var onChange: (() -> Void)?

  init(_ value: Value) {
    self.value = value
  }
}

/// A state of whatever type.
protocol LocalState {
  /// Sets who hears of changes.
  func connect(_ onChange: @escaping () -> Void)
  /// Takes over the value of another state, if that has the same type.
  func carry(from other: any LocalState)
}

extension State: LocalState {
  func connect(_ onChange: @escaping () -> Void) { cell.onChange = onChange }

  func carry(from other: any LocalState) {
    guard let other = other as? State<Value> else { return }
    cell.value = other.cell.value
  }
}
