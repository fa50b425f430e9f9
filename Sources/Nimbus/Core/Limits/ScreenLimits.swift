/// The limits on the contents of one navigator's views: the nodes, and the values of their states and properties.
final class ScreenLimits {
  /// The number of existing nodes.
  private(set) var nodes = 0
  /// The size of the admitted values.
  private(set) var size = 0

  var hasRoomForNode: Bool { nodes < NimbusLimits.nodes }

  func addNode() { nodes += 1 }
  func removeNode() { nodes -= 1 }

  /// Counts a value against the limit, instead of the value that it replaces.
  ///
  /// - Parameters:
  ///   - size: The size of the value.
  ///   - old: The size of the value that it replaces. It's 0 if there is none.
  /// - Returns: Whether the value is admitted.
  func admit(_ size: Int, replacing old: Int = 0) -> Bool {
    guard mayHold(size, replacing: old) else { return false }
    self.size += size - old
    return true
  }

  /// Returns whether there is room for a value.
  ///
  /// A value that isn't larger than the one that it replaces is always admitted. So is a value of size 1, such as a
  /// number or null, because it takes the place of a value that isn't admitted.
  func mayHold(_ size: Int, replacing old: Int = 0) -> Bool {
    size <= max(1, old) || self.size - old + size <= NimbusLimits.screenSize
  }

  func release(_ size: Int) { self.size -= size }
}
