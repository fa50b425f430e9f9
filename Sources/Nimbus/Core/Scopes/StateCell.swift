import FlowJSON

/// A state: its value, and the properties that depend on it.
final class StateCell {
  let id: String
  fileprivate(set) var value: JSONValue
  /// The limits on the contents of the views. It's `nil` for a state of the application.
  private let limits: ScreenLimits?
  /// The size of the value that counts against the limit of the screen.
  private(set) var size = 0
  /// The origin of the value, if it's the item of a copy.
  var source: ItemSource?
  private var dependents: [Int: Binding] = [:]
  /// The number of earlier update cycles when all dependents were added to the queue.
  var queuedCycle: Int?

  /// Creates a state. If the value exceeds the limits, it becomes null.
  ///
  /// - Parameters:
  ///   - id: The name of the state.
  ///   - value: The value.
  ///   - size: The size of the value, if it's known.
  ///   - limits: The limits on the contents of the views.
  init(_ id: String, _ value: JSONValue, size: Int? = nil, _ limits: ScreenLimits? = nil) {
    self.id = id
    self.value = .null
    self.limits = limits
    if admits(value, size) { self.value = value }
  }

  deinit { limits?.release(size) }

  /// Counts a value against the limit, instead of the current one.
  ///
  /// - Returns: Whether the value is admitted.
  private func admits(_ value: JSONValue, _ known: Int? = nil) -> Bool {
    guard let limits else { return true }
    let new = known ?? value.measured.size
    guard limits.admit(new, replacing: size) else { return false }
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

  func add(_ binding: Binding) {
    // If the state is set again before the update, the new binding must be added to the queue.
    queuedCycle = nil
    note(binding, at: binding.serial)
  }

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

  /// Returns the reason why a value of the given size can't replace the current one. Returns `nil` if it can.
  func refusal(of size: Int) -> String? {
    guard let limits, !limits.mayHold(size, replacing: self.size) else { return nil }
    return "the screen holds \(NimbusLimits.screenSize) values and bytes, which is the limit"
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

/// The origin of the item in a copy that `forEach` created. With it, an edit of the item also changes the list.
struct ItemSource {
  /// The state that contains the list.
  let cell: StateCell
  /// The path to the list in the state.
  let steps: [StatePath.Step]
  let index: Int

  /// Returns the state's value with one item of the list replaced.
  ///
  /// - Parameters:
  ///   - old: The item before the edit.
  ///   - new: The item after the edit.
  /// - Returns: The value. `nil` if the list no longer has the old item at its position.
  func value(replacing old: JSONValue, with new: JSONValue) -> JSONValue? {
    replace(in: cell.value, steps[...], old, new)
  }

  private func replace(
    in value: JSONValue, _ steps: ArraySlice<StatePath.Step>, _ old: JSONValue, _ new: JSONValue
  ) -> JSONValue? {
    switch (steps.first, value) {
    case (nil, .array(var elements)):
      guard elements.indices.contains(index), elements[index] == old else { return nil }
      elements[index] = new
      return .array(elements)
    case (.key(let key)?, .object(var members)):
      guard let inner = replace(in: members[key] ?? .null, steps.dropFirst(), old, new) else { return nil }
      members[key] = inner
      return .object(members)
    case (.index(let place)?, .array(var elements)):
      guard elements.indices.contains(place), let inner = replace(in: elements[place], steps.dropFirst(), old, new)
      else { return nil }
      elements[place] = inner
      return .array(elements)
    default: return nil
    }
  }
}
