import FlowJSON

extension JSONValue {
  /// The number, or the number in a text. A Boolean isn't a number.
  var numeric: JSONValue? {
    switch self {
    case .integer: self
    case .number(let number) where number.isFinite: self
    case .string(let text): NumericText(text)?.value
    default: nil
    }
  }

  /// The number as a double.
  var double: Double? {
    switch self {
    case .integer(let integer): Double(integer)
    case .number(let number): number
    default: nil
    }
  }

  /// The number without its fraction, clamped to the range of integers.
  var wholeNumber: Int? {
    switch numeric {
    case .integer(let integer)?: Int(clamping: integer)
    case .number(let number)?: Int(exactly: number.rounded(.towardZero)) ?? (number < 0 ? Int.min : Int.max)
    default: nil
    }
  }
}

extension NumericText {
  /// The number, as an integer if possible. It's `nil` if the number is beyond the range of doubles.
  fileprivate var value: JSONValue? {
    if let integer = Int64(text) { return .integer(integer) }
    let number = double
    // In a conditional expression, `nil` would be JSON's null.
    guard number.isFinite else { return nil }
    return .number(number)
  }
}
