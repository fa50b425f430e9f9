import FlowJSON

// Conversions of values to the types that decoders request. The result is nil for a mismatch. The caller knows the path
// and throws the error.

extension NimbusValue {
  /// The value as text. It's `nil` for null and events.
  @inline(__always)
  var asText: String? {
    if case .json(.string(let text)) = self { return text }
    return otherAsText
  }

  private var otherAsText: String? {
    guard case .json(let value) = self, value != .null else { return nil }
    return value.canonicalText
  }

  /// The value as a Boolean. Other values aren't converted.
  @inline(__always)
  var asBool: Bool? {
    guard case .json(.bool(let bool)) = self else { return nil }
    return bool
  }

  /// Returns a number, or the number in a text, clamped to the range of the type.
  @inline(__always)
  func asInteger<Integer: FixedWidthInteger>(_ type: Integer.Type) -> Integer? {
    if case .json(.integer(let integer)) = self { return Integer(clamping: integer) }
    return otherAsInteger(type)
  }

  private func otherAsInteger<Integer: FixedWidthInteger>(_ type: Integer.Type) -> Integer? {
    switch self {
    case .json(.number(let number)): Integer(saturating: number)
    case .json(.string(let text)): NumericText(text)?.integer(type)
    default: nil
    }
  }

  /// Returns whether a number, or the number in a text, is in the range of the type. Its fraction is ignored.
  func isInRange<Integer: FixedWidthInteger>(of type: Integer.Type) -> Bool {
    switch self {
    case .json(.integer(let integer)): Integer(exactly: integer) != nil
    case .json(.number(let number)): Integer(exactly: number.rounded(.towardZero)) != nil
    case .json(.string(let text)): NumericText(text)?.isInRange(of: type) ?? false
    default: false
    }
  }

  /// The value as a double, if it's a number or a text with a number.
  @inline(__always)
  var asDouble: Double? {
    switch self {
    case .json(.number(let number)): number
    case .json(.integer(let integer)): Double(integer)
    case .json(.string(let text)): NumericText(text)?.double
    default: nil
    }
  }

  /// The value as a float, if it's a number or a text with a number. Integers are converted directly, so they aren't
  /// rounded twice.
  var asFloat: Float? {
    if case .json(.integer(let integer)) = self { return Float(integer) }
    return asDouble.map { Float($0) }
  }

  var isNull: Bool {
    guard case .json(.null) = self else { return false }
    return true
  }
}

extension FixedWidthInteger {
  /// Creates an integer from a number. The fraction is removed, and the integer is clamped to the range of the type.
  /// Returns `nil` for NaN.
  init?(saturating number: Double) {
    guard !number.isNaN else { return nil }
    self = Self(exactly: number.rounded(.towardZero)) ?? (number < 0 ? .min : .max)
  }
}
