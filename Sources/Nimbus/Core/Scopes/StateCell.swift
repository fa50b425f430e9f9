import FlowJSON

/// A state: its value, and the properties that depend on it.
final class StateCell {
  let id: String
  @exclusivity(unchecked) fileprivate(set) var value: JSONValue
  private var dependents: [Int: Binding] = [:]

  init(_ id: String, _ value: JSONValue) {
    self.id = id
    self.value = value
  }

  func add(_ binding: Binding) { dependents[binding.serial] = binding }

  func remove(_ binding: Binding) { dependents[binding.serial] = nil }

  /// The properties to evaluate again after the value changes.
  var bindings: some Sequence<Binding> { dependents.values }

  /// Replaces the value.
  ///
  /// - Returns: Whether the new value differs from the old one.
  func replace(_ newValue: JSONValue) -> Bool {
    guard value != newValue else { return false }
    value = newValue
    return true
  }
}
