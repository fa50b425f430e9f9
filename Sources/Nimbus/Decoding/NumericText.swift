/// Text in the form of a number: an optional sign, decimal digits with an optional fraction, an optional exponent, and
/// nothing else.
///
/// `12`, `-1.5`, `.5`, `1.`, `+2e3` are such texts; ` 1`, `1_000`, `1,5`, `0x10`, `nan` and the empty text are not.
struct NumericText {
  private let text: String
  /// Sign and digits before the point.
  private let whole: Substring
  private let isWhole: Bool
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
    isWhole = !hasPoint && !hasExponent
    self.text = text
  }

  /// The number, if a double can hold it.
  var double: Double? {
    // The standard library wants a digit on either side of nothing but takes a lone point at the start or the end.
    guard let number = Double(text), number.isFinite else { return nil }
    return number
  }

  /// The number without its fraction, or the bound that is nearest to it. Digits are not lost on a way through a double
  /// unless there is an exponent.
  func integer<Integer: FixedWidthInteger>(_ type: Integer.Type) -> Integer? {
    if hasExponent { return Double(text).flatMap { Integer(saturating: $0) } }
    guard whole.utf8.contains(where: \.isDigit) else { return 0 }
    return Integer(whole) ?? (whole.first == "-" ? .min : .max)
  }

  /// The text as `Decimal` reads it whole.
  var decimalText: String { isWhole && whole.first == "+" ? String(whole.dropFirst()) : text }
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
