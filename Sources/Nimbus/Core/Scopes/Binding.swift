/// A value that depends on states. ``refresh()`` updates it after one of them changes.
///
/// States keep a strong reference to their bindings. A binding leaves its states when its owner is released.
class Binding {
  /// A serial number that is higher than those of outer nodes, so that outer nodes are updated first.
  final let serial: Int
  /// Whether the binding is in the queue.
  final var isDue = false
  private final var settlement = 0
  private final var refreshes = 0

  init(serial: Int) {
    self.serial = serial
  }

  /// Updates the value. A subclass overrides this method.
  func refresh() {}

  /// Counts an update of the value against the limit.
  ///
  /// - Parameter settlement: The number of the update cycle. Each cycle has its own count.
  /// - Returns: Whether the value may be updated.
  final func admitRefresh(in settlement: Int) -> Bool {
    if settlement != self.settlement {
      self.settlement = settlement
      refreshes = 0
    }
    refreshes += 1
    return refreshes <= NimbusLimits.updates
  }
}
