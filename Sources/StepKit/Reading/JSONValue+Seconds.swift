import FlowJSON

extension JSONValue {
  /// Creates a number of seconds. Whole seconds are written without a fraction.
  init(seconds: Double) {
    // Beyond 2^53, a double cannot represent every whole number.
    if let whole = Int64(exactly: seconds), whole.magnitude < 1 << 53 {
      self = .integer(whole)
    } else {
      self = .number(seconds)
    }
  }
}
