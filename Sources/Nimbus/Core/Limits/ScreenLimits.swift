/// The limits on the contents of one navigator's views: the nodes, and the values of their states and properties.
final class ScreenLimits {
  /// The number of existing nodes.
  private(set) var nodes = 0
  /// The size of the admitted values.
  private(set) var size = 0

  var hasRoomForNode: Bool { nodes < NimbusLimits.nodes }

  func addNode() { nodes += 1 }
  func removeNode() { nodes -= 1 }

  /// Counts a value against the limit. A value of size 1, such as a number or null, is always admitted, because it
  /// replaces a value that isn't.
  ///
  /// - Returns: Whether the value is admitted.
  func admit(_ size: Int) -> Bool {
    guard mayHold(size) else { return false }
    self.size += size
    return true
  }

  func mayHold(_ size: Int) -> Bool { size <= 1 || self.size + size <= NimbusLimits.screenSize }

  func release(_ size: Int) { self.size -= size }
}
