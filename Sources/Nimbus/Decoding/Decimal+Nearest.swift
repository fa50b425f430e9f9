import Foundation

extension Decimal {
  /// Creates the decimal that is nearest to a number. Foundation truncates digits that don't fit, and refuses large
  /// exponents.
  ///
  /// A decimal consists of a 128-bit integer and a power of ten from -128 to 127.
  init(nearest number: NumericText) {
    var (mantissa, exponent) = (UInt128(0), number.exponent)
    var isFull = false
    for (place, digit) in number.digits.enumerated() {
      let (tens, isTooLarge) = mantissa.multipliedReportingOverflow(by: 10)
      let (sum, isTooLargeWithDigit) = tens.addingReportingOverflow(UInt128(digit))
      if isTooLarge || isTooLargeWithDigit {
        exponent += number.digits.count - place
        isFull = digit >= 5
        break
      }
      mantissa = sum
    }
    if isFull {
      let (next, isTooLarge) = mantissa.addingReportingOverflow(1)
      mantissa = isTooLarge ? mantissa / 10 + 1 : next
      exponent += isTooLarge ? 1 : 0
    }
    while exponent < -128, mantissa > 0 {
      // Round only once: the last discarded digit decides.
      mantissa = mantissa / 10 + (exponent == -129 && mantissa % 10 >= 5 ? 1 : 0)
      exponent += 1
    }
    while exponent > 127, mantissa > 0 {
      let (tens, isTooLarge) = mantissa.multipliedReportingOverflow(by: 10)
      guard !isTooLarge else {
        self = number.isNegative ? -.greatestFiniteMagnitude : .greatestFiniteMagnitude
        return
      }
      (mantissa, exponent) = (tens, exponent - 1)
    }
    guard mantissa > 0, let decimal = Decimal(string: "\(mantissa)e\(exponent)") else {
      self = 0
      return
    }
    self = number.isNegative ? -decimal : decimal
  }
}

extension NumericText {
  var isNegative: Bool { text.utf8.first == UInt8(ascii: "-") }

  /// The digits without leading zeros. A power of ten completes the number.
  fileprivate var digits: [UInt8] {
    Array(mantissa.compactMap { $0 >= UInt8(ascii: "0") ? $0 - UInt8(ascii: "0") : nil }.drop { $0 == 0 })
  }

  /// The power of ten by which the digits are multiplied.
  fileprivate var exponent: Int {
    let fraction = mantissa.firstIndex(of: UInt8(ascii: ".")).map {
      mantissa.distance(from: $0, to: mantissa.endIndex) - 1
    }
    let written = text.utf8.dropFirst(mantissa.count + 1).drop { $0 == UInt8(ascii: "+") }
    let isSmall = written.first == UInt8(ascii: "-")
    // A text can have a million digits, and an exponent that exceeds every integer.
    let limit = 10_000_000
    let power = written.isEmpty ? 0 : Int(String(Substring(written))) ?? (isSmall ? -limit : limit)
    return min(max(power, -limit), limit) - (fraction ?? 0)
  }

  /// The text before the exponent.
  private var mantissa: Substring.UTF8View {
    text.utf8.prefix { $0 != UInt8(ascii: "e") && $0 != UInt8(ascii: "E") }
  }
}
