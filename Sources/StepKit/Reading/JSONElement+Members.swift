import FlowJSON

extension JSONElement {
  func optionalString() throws(JSONTypeError) -> String? { isAbsent ? nil : try string() }

  func optionalBool() throws(JSONTypeError) -> Bool? { isAbsent ? nil : try bool() }

  func optionalDouble() throws(JSONTypeError) -> Double? { isAbsent ? nil : try double() }

  func optionalWholeNumber() throws(JSONTypeError) -> Int? { isAbsent ? nil : try wholeNumber() }

  /// The number that stands here, if it is whole, however it is written: `3.0` is.
  func wholeNumber() throws(JSONTypeError) -> Int {
    let whole: Int? =
      switch value {
      case .integer(let integer): Int(exactly: integer)
      case .number(let number): Int(exactly: number)
      default: nil
      }
    guard let whole else { throw mismatch("a whole number") }
    return whole
  }
}

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
