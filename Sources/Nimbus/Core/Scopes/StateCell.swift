import FlowJSON

/// A state: its value, and the properties that depend on it.
final class StateCell {
  let id: String
  fileprivate(set) var value: JSONValue
  /// What the views may hold, or `nil` for a state of the application.
  private let allowance: ScreenAllowance?
  /// The size of the value, as far as it's counted.
  private var size = 0
  /// Where the value comes from, if it's the item of a copy.
  var source: ItemSource?
  private var dependents: [Int: Binding] = [:]

  /// Creates a state. If the views may not hold the value, it's null.
  init(_ id: String, _ value: JSONValue, _ allowance: ScreenAllowance? = nil) {
    self.id = id
    self.value = .null
    self.allowance = allowance
    if admits(value) { self.value = value }
  }

  deinit { allowance?.release(size) }

  /// Counts a value in place of the current one.
  ///
  /// - Returns: Whether the views may hold it.
  private func admits(_ value: JSONValue) -> Bool {
    guard let allowance else { return true }
    let new = value.measured.size
    if new == size { return true }
    guard allowance.admit(new) else { return false }
    allowance.release(size)
    size = new
    return true
  }

  /// The closures of Swift code that observes the state, by number.
  var observers: [Int: (JSONValue) -> Void] = [:] {
    didSet { isObserved = !observers.isEmpty }
  }
  private(set) var isObserved = false
  /// The value that the observers know, while a change waits to be reported.
  var reported: JSONValue?

  func add(_ binding: Binding) { note(binding, at: binding.serial) }

  func remove(_ binding: Binding) { note(nil, at: binding.serial) }

  /// Changes the dependents outside of this object, so that reading them needs no check for an overlapping access.
  private func note(_ binding: Binding?, at serial: Int) {
    var dependents: [Int: Binding] = [:]
    swap(&dependents, &self.dependents)
    dependents[serial] = binding
    swap(&dependents, &self.dependents)
  }

  /// The properties to evaluate again after the value changes.
  var bindings: some Sequence<Binding> { dependents.values }

  /// Returns whether the views may hold a value of a size besides the current one.
  func mayHold(_ size: Int) -> Bool {
    size == self.size || allowance?.mayHold(size) ?? true
  }

  /// Replaces the value.
  ///
  /// - Returns: Whether the new value differs from the old one, and the views may hold it.
  func replace(_ newValue: JSONValue) -> Bool {
    guard value != newValue, admits(newValue) else { return false }
    value = newValue
    return true
  }
}
