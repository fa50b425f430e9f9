extension Int {
  /// The number as a distance that a screen can have.
  var asSpacing: Int { Swift.min(Swift.max(self, 0), 100) }
}
