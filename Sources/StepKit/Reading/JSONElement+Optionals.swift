import FlowJSON

extension JSONElement {
  func optionalString() throws(JSONTypeError) -> String? { isAbsent ? nil : try string() }

  func optionalBool() throws(JSONTypeError) -> Bool? { isAbsent ? nil : try bool() }

  func optionalDouble() throws(JSONTypeError) -> Double? { isAbsent ? nil : try double() }

  func optionalWholeNumber() throws(JSONTypeError) -> Int? { isAbsent ? nil : try wholeNumber() }

  /// Returns the number as an integer. A fraction of zero is allowed, as in `3.0`.
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
