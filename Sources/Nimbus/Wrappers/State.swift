/// A property wrapper for a component's own value, which can change while the component is shown. As in SwiftUI's
/// `@State`.
///
/// ```swift
/// struct Counter: ViewDecodable {
///   @State var count: Int
///
///   func render(_ context: ComponentContext) -> ScreenLayout {
///     .element(.button(context.id, label: "Pressed \(count) times") { count += 1 })
///   }
/// }
/// let counter = try NimbusDecoder.decode(Counter.self, from: ["count": 3] as JSONValue)
/// ```
///
/// The server must send the initial value, even if the declaration has a default value. The exceptions are a state that
/// the `CodingKeys` omit, and an optional value.
///
/// SwiftUI also has a `State`. In a file that imports SwiftUI, write `@Nimbus.State`:
///
/// ```swift
/// struct Counter: ViewDecodable {
///   @Nimbus.State var count: Int
///
///   func render(_ context: ComponentContext) -> ScreenLayout {
///     .element(.button(context.id, label: "Pressed \(count) times") { count += 1 })
///   }
/// }
/// ```
///
/// Copies of the component share the value. Setting it requests a redraw of the component. Use it on the screen's
/// queue.
@propertyWrapper
public struct State<Value> {
  private let cell: StateBox<Value>

  /// Creates a state with an initial value.
  public init(wrappedValue: Value) {
    cell = StateBox(wrappedValue)
  }

  /// The current value.
  public var wrappedValue: Value {
    get { latest.value }
    nonmutating set {
      cell.value = newValue
      latest.value = newValue
      latest.onChange?()
    }
  }

  /// The storage of the component that is shown. It has replaced this one if one of this one's closures still runs.
  private var latest: StateBox<Value> {
    cell.succession?.latest ?? cell
  }
}

extension State: Decodable where Value: Decodable {
  /// Creates a state by decoding its initial value.
  public init(from decoder: any Decoder) throws {
    self.init(wrappedValue: try decoder.singleValueContainer().decode(Value.self))
  }
}

extension KeyedDecodingContainer {
  /// Decodes a state's initial value.
  public func decode<Value: Decodable>(_ type: State<Value>.Type, forKey key: Key) throws -> State<Value> {
    State(wrappedValue: try decode(Value.self, forKey: key))
  }

  /// Decodes a state's initial value. The value is `nil` if it's absent or null.
  public func decode<Value: Decodable>(_ type: State<Value?>.Type, forKey key: Key) throws -> State<Value?> {
    State(wrappedValue: try decodeIfPresent(Value.self, forKey: key))
  }
}

/// The storage of a state, which all copies of the component share.
private final class StateBox<Value> {
  var value: Value
  var onChange: (() -> Void)?
  /// The storage of the same state in the components that replace each other. It's `nil` if none was replaced.
  var succession: StateSuccession<Value>?

  init(_ value: Value) {
    self.value = value
  }
}

/// The storages of a state in the consecutive components of a node.
private final class StateSuccession<Value> {
  /// The storage in the latest component.
  weak var latest: StateBox<Value>?
}

/// A state with any type of value.
protocol LocalState {
  /// Sets the closure to call after each change.
  func connect(_ onChange: @escaping () -> Void)
  /// Copies the value of another state if it has the same type. Later changes of the other state also change this one.
  func carry(from other: any LocalState)
}

extension State: LocalState {
  func connect(_ onChange: @escaping () -> Void) { cell.onChange = onChange }

  func carry(from other: any LocalState) {
    guard let other = other as? State<Value> else { return }
    cell.value = other.cell.value
    let succession = other.cell.succession ?? StateSuccession()
    succession.latest = cell
    other.cell.succession = succession
    cell.succession = succession
  }
}
