public import FlowJSON

extension NimbusInstance {
  /// Observes one of the application's states.
  ///
  /// ```swift
  /// let observation = nimbus.observe("global") { global in save(global) }
  /// ```
  ///
  /// - Parameters:
  ///   - id: The name of the state.
  ///   - onChange: Receives the new value, on the screen's queue, once after each event that changes the state.
  /// - Returns: The observation, which ends when you release it. `nil` if there is no such state.
  public func observe(_ id: String, _ onChange: @escaping (_ value: JSONValue) -> Void) -> StateObservation? {
    scope.ownState(id).map { StateObservation(of: $0, makeSerial(), onChange) }
  }
}

/// An observation of a state. It ends when it's released.
///
/// ```swift
/// observation = nimbus.observe("basket") { basket in badge.count = basket["count"] }
/// observation = nil  // no further changes are reported
/// ```
///
/// An observation belongs to the queue of its instance.
public final class StateObservation {
  private let cell: StateCell
  private let number: Int

  init(of cell: StateCell, _ number: Int, _ onChange: @escaping (JSONValue) -> Void) {
    self.cell = cell
    self.number = number
    cell.observers[number] = onChange
  }

  deinit {
    cell.observers[number] = nil
  }
}
