extension Int {
  /// The number, clamped to the spacing that a layout accepts.
  var asSpacing: Int { Swift.min(Swift.max(self, 0), 100) }
}
