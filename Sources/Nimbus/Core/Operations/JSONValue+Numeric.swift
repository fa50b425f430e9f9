import FlowJSON

extension JSONValue {
  /// The number, or the number that a text contains. A Boolean isn't a number.
  var numeric: JSONValue? {
    switch self {
    case .integer: self
    case .number(let number): number.isFinite ? self : nil
    case .string(let text):
      NumericText(text).flatMap { numeric in
        Int64(text).map(JSONValue.integer) ?? (numeric.double.isFinite ? .number(numeric.double) : nil)
      }
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
