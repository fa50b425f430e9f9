/// Finds the ``State`` properties of a component, including those that aren't decoded.
enum LocalStates {
  /// The maximum nesting of structures that are searched for states.
  private static let depth = 3

  /// Sets the closure that all states of a component call after a change.
  ///
  /// - Parameters:
  ///   - component: The component.
  ///   - onChange: Called on the screen's queue, after each change.
  static func connect(_ component: Any, onChange: @escaping () -> Void) {
    for (_, state) in states(of: Mirror(reflecting: component), depth) { state.connect(onChange) }
  }

  /// Transfers the values of states to a component that was decoded again, by name. What the server sends for a state
  /// is only its initial value.
  ///
  /// - Parameters:
  ///   - old: The previous component.
  ///   - new: The new component.
  static func carry(from old: Any, to new: Any) {
    let known = Dictionary(states(of: Mirror(reflecting: old), depth)) { first, _ in first }
    guard !known.isEmpty else { return }
    for (name, state) in states(of: Mirror(reflecting: new), depth) {
      if let old = known[name] { state.carry(from: old) }
    }
  }

  private static func states(of mirror: Mirror, _ depth: Int) -> [(String, any LocalState)] {
    var states = mirror.superclassMirror.map { self.states(of: $0, depth) } ?? []
    for (label, value) in mirror.children {
      let name = label ?? ""
      if let state = value as? any LocalState {
        states.append((name, state))
      } else if depth > 1 {
        let nested = Mirror(reflecting: value)
        guard nested.displayStyle == .struct else { continue }
        states += self.states(of: nested, depth - 1).map { ("\(name).\($0)", $1) }
      }
    }
    return states
  }
}
