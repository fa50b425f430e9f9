/// The types of components that are known to have no ``State`` properties. Searching a component for states takes many
/// times longer than decoding it.
final class StatelessTypes {
  private var types: Set<ObjectIdentifier> = []

  /// Returns the states of a component. Returns `nil` if components of its type have none.
  func states(of component: Any) -> LocalStates? {
    let type = ObjectIdentifier(type(of: component))
    if types.contains(type) { return nil }
    let states = LocalStates(of: component)
    if !states.isNeverFilled { return states }
    types.insert(type)
    return nil
  }
}
