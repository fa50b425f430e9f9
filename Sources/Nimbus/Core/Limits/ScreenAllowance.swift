/// What the views of one navigator may hold together: nodes, and the values of their states and properties.
final class ScreenAllowance {
  /// The number of existing nodes.
  private(set) var nodes = 0
  /// The size of what the views hold.
  private(set) var size = 0

  var hasRoomForNode: Bool { nodes < NimbusLimits.nodes }

  func addNode() { nodes += 1 }
  func removeNode() { nodes -= 1 }

  /// Counts a value against the limit. A value of size 1, such as a number or null, is always admitted: it takes the place of
  /// a value that isn't.
  ///
  /// - Returns: Whether the value may be held.
  func admit(_ size: Int) -> Bool {
    guard mayHold(size) else { return false }
    self.size += size
    return true
  }

  func mayHold(_ size: Int) -> Bool { size <= 1 || self.size + size <= NimbusLimits.screenSize }

  func release(_ size: Int) { self.size -= size }
}
