import FlowJSON

extension JSONValue {
  /// Seconds, without a fraction where they have none.
  init(seconds: Double) {
    // Beyond this, whole numbers are not told apart.
    if let whole = Int64(exactly: seconds), whole.magnitude < 1 << 53 {
      self = .integer(whole)
    } else {
      self = .number(seconds)
    }
  }
}
