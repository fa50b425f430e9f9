/// Finds numbers in JSON text that a `JSONValue` can't represent exactly.
///
/// A `JSONValue` has 64-bit integers and 64-bit floating-point numbers. An encoder writes more digits for a large
/// `UInt64` or a `Decimal`. A run must not continue with a rounded amount of money, so such a value isn't stored.
enum InexactNumber {
  /// Numbers with up to this many bytes are always exact.
  private static let safeLength = 15

  /// Returns the first number in JSON text that a `JSONValue` can't represent exactly; nil if there is none.
  static func first(in text: UnsafeRawBufferPointer) -> String? {
    var index = 0
    while index < text.count {
      switch text[index] {
      case UInt8(ascii: "\""): index = endOfString(text, from: index)
      case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"):
        let end = text[index...].firstIndex { !isPart($0) } ?? text.count
        if end - index > safeLength {
          let number = String(decoding: text[index..<end], as: UTF8.self)
          if !isKept(number) { return number }
        }
        index = end
      default: index += 1
      }
    }
    return nil
  }

  private static func endOfString(_ text: UnsafeRawBufferPointer, from start: Int) -> Int {
    var index = start + 1
    while index < text.count, text[index] != UInt8(ascii: "\"") {
      index += text[index] == UInt8(ascii: "\\") ? 2 : 1
    }
    return index + 1
  }

  private static func isPart(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "."), UInt8(ascii: "-"), UInt8(ascii: "+"),
      UInt8(ascii: "e"), UInt8(ascii: "E"):
      true
    default: false
    }
  }

  private static func isKept(_ number: String) -> Bool {
    if Int64(number) != nil { return true }
    guard let double = Double(number) else { return false }
    return DecimalDigits(number) == DecimalDigits("\(double)")
  }
}

/// The significant digits of a decimal number, and the power of ten of the last digit.
private struct DecimalDigits: Equatable {
  private var digits: [Character] = []
  private var exponent = 0

  init(_ number: String) {
    let parts = number.split(whereSeparator: { $0 == "e" || $0 == "E" })
    exponent = parts.count > 1 ? Int(parts[1]) ?? 0 : 0
    var isFraction = false
    for character in parts.first ?? "" {
      if character == "." { isFraction = true }
      guard character.isNumber else { continue }
      digits.append(character)
      if isFraction { exponent -= 1 }
    }
    while digits.last == "0" {
      digits.removeLast()
      exponent += 1
    }
    digits.trimPrefix { $0 == "0" }
    if digits.isEmpty { exponent = 0 }
  }
}
