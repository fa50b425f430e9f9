package import FlowJSON

extension JSONValue {
  /// The number, or the number in a text. A Boolean isn't a number.
  package var numeric: JSONValue? {
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

  /// Returns the order of two numbers, or of the numbers in texts: negative, zero, or positive. Returns `nil` if one of
  /// the values isn't a number.
  func order(to other: JSONValue) -> Int? {
    guard let left = numeric, let right = other.numeric else { return nil }
    // Swift 6.3.1 crashes when it optimizes a switch over two optionals.
    if case .integer(let left) = left {
      if case .integer(let right) = right { return Self.order(left, right) }
      return right.double.map { Self.order(left, $0) }
    }
    if case .integer(let right) = right { return left.double.map { -Self.order(right, $0) } }
    guard let left = left.double, let right = right.double else { return nil }
    return Self.order(left, right)
  }

  private static func order<Number: Comparable>(_ left: Number, _ right: Number) -> Int {
    if left == right { return 0 }
    return left < right ? -1 : 1
  }

  /// Compares an integer with a double. It isn't converted to a double, because that rounds large integers.
  private static func order(_ left: Int64, _ right: Double) -> Int {
    let floor = right.rounded(.down)
    guard let whole = Int64(exactly: floor) else { return right < 0 ? 1 : -1 }
    if left != whole { return left < whole ? -1 : 1 }
    return floor < right ? -1 : 0
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
