import FlowJSON

/// A state: its value, and the properties that depend on it.
final class StateCell {
  let id: String
  fileprivate(set) var value: JSONValue
  /// The limits on the contents of the views. It's `nil` for a state of the application.
  private let allowance: ScreenAllowance?
  /// The size of the value that counts against the limit of the screen.
  private var size = 0
  /// The origin of the value, if it's the item of a copy.
  var source: ItemSource?
  private var dependents: [Int: Binding] = [:]

  /// Creates a state. If the value exceeds the limits, it becomes null.
  init(_ id: String, _ value: JSONValue, _ allowance: ScreenAllowance? = nil) {
    self.id = id
    self.value = .null
    self.allowance = allowance
    if admits(value) { self.value = value }
  }

  deinit { allowance?.release(size) }

  /// Counts a value against the limit, instead of the current one.
  ///
  /// - Returns: Whether the value is admitted.
  private func admits(_ value: JSONValue) -> Bool {
    guard let allowance else { return true }
    let new = value.measured.size
    if new == size { return true }
    guard allowance.admit(new) else { return false }
    allowance.release(size)
    size = new
    return true
  }

  /// The observers of the state in Swift code, by number.
  var observers: [Int: (JSONValue) -> Void] = [:] {
    didSet { isObserved = !observers.isEmpty }
  }
  private(set) var isObserved = false
  /// The value that was last reported to the observers, while a change waits to be reported.
  var reported: JSONValue?

  func add(_ binding: Binding) { note(binding, at: binding.serial) }

  func remove(_ binding: Binding) { note(nil, at: binding.serial) }

  /// Changes the dependents outside of this object, so that reading them needs no check for overlapping access.
  private func note(_ binding: Binding?, at serial: Int) {
    var dependents: [Int: Binding] = [:]
    swap(&dependents, &self.dependents)
    dependents[serial] = binding
    swap(&dependents, &self.dependents)
  }

  /// The properties that must be evaluated again after the value changes.
  var bindings: some Sequence<Binding> { dependents.values }

  /// Returns whether a value of the given size may replace the current one.
  func mayHold(_ size: Int) -> Bool {
    size == self.size || allowance?.mayHold(size) ?? true
  }

  /// Replaces the value.
  ///
  /// - Returns: Whether the value was replaced. False if the new value is equal to the old one or exceeds the limits.
  func replace(_ newValue: JSONValue) -> Bool {
    guard value != newValue, admits(newValue) else { return false }
    value = newValue
    return true
  }
}
