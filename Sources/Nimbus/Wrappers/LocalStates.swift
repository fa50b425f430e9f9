/// The ``State`` properties of a component, including those that aren't decoded.
struct LocalStates {
  /// The maximum nesting of structures that are searched for states.
  private static let depth = 3

  /// The states, with the path of each property.
  private var states: [(path: String, state: any LocalState)] = []
  /// Whether another component of the same type may have other states. This is the case if the declared type of a
  /// property doesn't determine the type of its value.
  private var mayVary = false

  /// Finds the states of a component.
  init(of component: Any) {
    search(Mirror(reflecting: component), below: "", Self.depth)
  }

  /// Whether no component of the same type has states.
  var isNeverFilled: Bool { states.isEmpty && !mayVary }

  /// Sets the closure that all states call after a change.
  ///
  /// - Parameter onChange: Called on the screen's queue, after each change.
  func connect(onChange: @escaping () -> Void) {
    for (_, state) in states { state.connect(onChange) }
  }

  /// Takes over the values of an earlier component's states, by path. A value from the server is only the initial value
  /// of a state.
  func carry(from old: LocalStates) {
    guard !states.isEmpty, !old.states.isEmpty else { return }
    let known = Dictionary(old.states.map { ($0.path, $0.state) }) { first, _ in first }
    for (path, state) in states {
      if let old = known[path] { state.carry(from: old) }
    }
  }

  private mutating func search(_ mirror: Mirror, below path: String, _ depth: Int) {
    if let parent = mirror.superclassMirror { search(parent, below: path, depth) }
    for (label, value) in mirror.children {
      let path = path + (label ?? "")
      if let state = value as? any LocalState {
        states.append((path, state))
        continue
      }
      if !hasFixedType(value) { mayVary = true }
      guard depth > 1 else { continue }
      let nested = Mirror(reflecting: value)
      if nested.displayStyle == .struct { search(nested, below: path + ".", depth - 1) }
    }
  }

  /// Returns whether a property with this value always has a value of the same type. This isn't the case for a property
  /// declared with `any`, or for an optional that may contain a state.
  private func hasFixedType<Value>(_ value: Value) -> Bool {
    guard Value.self == type(of: value as Any) else { return false }
    return (Value.self as? any OptionalOfAnything.Type)?.isNeverState ?? true
  }
}

private protocol OptionalOfAnything {
  /// Whether the optional's value can't be a state. This is unknown if its type is only known at run time.
  static var isNeverState: Bool { get }
}

extension Optional: OptionalOfAnything {
  fileprivate static var isNeverState: Bool {
    Wrapped.self is any Decodable.Type && !(Wrapped.self is any LocalState.Type)
  }
}
