extension JSONCursor {
  /// Reads a number. A number without fraction and exponent that fits in 64 bits is an integer. Any other is a double.
  mutating func number() throws(JSONSyntaxError) -> JSONValue {
    let start = place
    let isNegative = skip(UInt8(ascii: "-"))
    var digits = Digits()
    guard let first = digit else { throw fault("a digit") }
    if first == 0 {
      place += 1
      if digit != nil { throw fault("no digit after a leading zero") }
    } else {
      while let digit {
        digits.takeWhole(digit)
        place += 1
      }
    }
    let isWritten = byte == UInt8(ascii: ".") || byte | 0x20 == UInt8(ascii: "e")
    if !isWritten, let integer = digits.integer(isNegative: isNegative) { return .integer(integer) }
    try fraction(into: &digits)
    try exponent(into: &digits)
    if let double = digits.double(isNegative: isNegative) { return .number(double) }
    let written = text(start..<place)
    guard let double = Double(written), double.isFinite else {
      throw fault(
        "a number that fits in 64 bits", at: start, found: written.utf8.count <= 40 ? written : "a long number")
    }
    return .number(double)
  }

  @inline(__always)
  private var digit: UInt8? {
    let value = byte &- UInt8(ascii: "0")
    return value < 10 ? value : nil
  }

  private mutating func fraction(into digits: inout Digits) throws(JSONSyntaxError) {
    guard skip(UInt8(ascii: ".")) else { return }
    guard digit != nil else { throw fault("a digit after the decimal point") }
    while let digit {
      digits.takeFraction(digit)
      place += 1
    }
  }

  private mutating func exponent(into digits: inout Digits) throws(JSONSyntaxError) {
    guard byte | 0x20 == UInt8(ascii: "e") else { return }
    place += 1
    let isNegative = byte == UInt8(ascii: "-")
    if isNegative || byte == UInt8(ascii: "+") { place += 1 }
    guard digit != nil else { throw fault("a digit in the exponent") }
    var exponent = 0
    while let digit {
      // A larger exponent gives the same result, and this avoids an overflow.
      if exponent < 100_000 { exponent = exponent * 10 + Int(digit) }
      place += 1
    }
    digits.exponent += isNegative ? -exponent : exponent
  }
}

/// The first nineteen digits of a number, which fit in 64 bits, and the power of ten to multiply them with.
private struct Digits {
  var mantissa: UInt64 = 0
  var count = 0
  var exponent = 0
  var isComplete = true

  @inline(__always)
  mutating func takeWhole(_ digit: UInt8) {
    if count < 19 {
      mantissa = mantissa &* 10 &+ UInt64(digit)
      count += 1
    } else {
      isComplete = false
    }
  }

  @inline(__always)
  mutating func takeFraction(_ digit: UInt8) {
    if count < 19 {
      mantissa = mantissa &* 10 &+ UInt64(digit)
      if mantissa > 0 { count += 1 }
      exponent -= 1
    } else if digit > 0 {
      isComplete = false
    }
  }

  func integer(isNegative: Bool) -> Int64? {
    guard isComplete else { return nil }
    if isNegative { return mantissa <= 1 << 63 ? Int64(truncatingIfNeeded: 0 &- mantissa) : nil }
    return Int64(exactly: mantissa)
  }

  /// Returns the double if a single multiplication or division of two exact doubles rounds it correctly.
  func double(isNegative: Bool) -> Double? {
    guard isComplete else { return nil }
    var magnitude = Double(mantissa)
    if mantissa > 0 {
      guard mantissa <= 1 << 53, -22...22 ~= exponent else { return nil }
      if exponent < 0 { magnitude /= Self.powersOfTen[-exponent] } else { magnitude *= Self.powersOfTen[exponent] }
    }
    return isNegative ? -magnitude : magnitude
  }

  /// The powers of ten that a double represents exactly.
  private static let powersOfTen: [Double] = [
    1e0, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15, 1e16, 1e17, 1e18, 1e19, 1e20,
    1e21, 1e22,
  ]
}
