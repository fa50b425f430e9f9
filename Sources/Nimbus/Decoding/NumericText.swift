/// A text that consists of one number: an optional sign, decimal digits with an optional fraction, and an optional
/// exponent.
///
/// `12`, `-1.5`, `.5`, `1.` and `+2e3` are numeric texts. ` 1`, `1_000`, `1,5`, `0x10`, `nan` and the empty text
/// aren't.
struct NumericText {
  let text: String
  /// The sign, and the digits before the point.
  private let whole: Substring
  private let hasExponent: Bool

  init?(_ text: String) {
    var rest = text.utf8[...]
    rest.dropSign()
    let wholeDigits = rest.dropDigits()
    whole = Substring(text.utf8[..<rest.startIndex])
    let hasPoint = rest.first == UInt8(ascii: ".")
    if hasPoint { rest.removeFirst() }
    let fractionDigits = hasPoint ? rest.dropDigits() : 0
    guard wholeDigits + fractionDigits > 0 else { return nil }
    hasExponent = rest.first == UInt8(ascii: "e") || rest.first == UInt8(ascii: "E")
    if hasExponent {
      rest.removeFirst()
      rest.dropSign()
      guard rest.dropDigits() > 0 else { return nil }
    }
    guard rest.isEmpty else { return nil }
    self.text = text
  }

  /// The number as a double. It's infinite if it exceeds the range of doubles.
  var double: Double {
    // `Double` also accepts texts such as `.5` and `1.`. It accepts every text that this type does.
    Double(text) ?? .nan
  }

  /// Returns the number without its fraction, clamped to the range of the type. A number without an exponent isn't
  /// converted to a double, so it loses no digits.
  func integer<Integer: FixedWidthInteger>(_ type: Integer.Type) -> Integer? {
    if hasExponent { return Integer(saturating: double) }
    guard whole.utf8.contains(where: \.isDigit) else { return 0 }
    return Integer(whole) ?? (whole.first == "-" ? .min : .max)
  }

  /// Returns whether the number without its fraction is in the range of the type.
  func isInRange<Integer: FixedWidthInteger>(of type: Integer.Type) -> Bool {
    if hasExponent { return Integer(exactly: double.rounded(.towardZero)) != nil }
    return !whole.utf8.contains(where: \.isDigit) || Integer(whole) != nil
  }
}

extension UInt8 {
  fileprivate var isDigit: Bool { UInt8(ascii: "0")...UInt8(ascii: "9") ~= self }
}

extension Substring.UTF8View {
  fileprivate mutating func dropSign() {
    if first == UInt8(ascii: "+") || first == UInt8(ascii: "-") { removeFirst() }
  }

  fileprivate mutating func dropDigits() -> Int {
    let digits = prefix(while: \.isDigit)
    self = self[digits.endIndex...]
    return digits.count
  }
}
