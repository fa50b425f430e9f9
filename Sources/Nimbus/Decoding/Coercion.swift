import FlowJSON

// What a value gives for a type that was asked for. nil stands for a mismatch; whoever asked knows the path.

extension NimbusValue {
  /// Any value but null and events as text.
  @inline(__always)
  var asText: String? {
    if case .json(.string(let text)) = self { return text }
    return otherAsText
  }

  private var otherAsText: String? {
    guard case .json(let value) = self, value != .null else { return nil }
    return value.canonicalText
  }

  /// Only booleans are booleans.
  @inline(__always)
  var asBool: Bool? {
    guard case .json(.bool(let bool)) = self else { return nil }
    return bool
  }

  /// A number, or text in the form of one; the nearest bound where the type cannot hold it.
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

  /// A number, or text in the form of one.
  @inline(__always)
  var asDouble: Double? {
    switch self {
    case .json(.number(let number)): number
    case .json(.integer(let integer)): Double(integer)
    case .json(.string(let text)): NumericText(text)?.double
    default: nil
    }
  }

  /// A number, or text in the form of one, as the nearest single. An integer is not rounded twice.
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
  /// The number without its fraction, or the bound that is nearest to it; nil for what is not a number.
  init?(saturating number: Double) {
    guard !number.isNaN else { return nil }
    self = Self(exactly: number.rounded(.towardZero)) ?? (number < 0 ? .min : .max)
  }
}
