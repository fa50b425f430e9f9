import Foundation

/// A number as a person writes it, read in the same way whatever the person's language.
///
/// The decimal mark is a point or a comma. Groups of three digits can be separated by the other one, an apostrophe, or a space. A
/// text with one comma and three digits behind it could be two numbers, so it isn't one; nor is one with a point, if the number is
/// an amount of money.
struct NumberText {
  let isNegative: Bool
  /// The digits before the decimal mark.
  let whole: String
  /// The digits behind the decimal mark.
  let fraction: String

  /// Reads a text; `pointIsDecimal` says whether a single point is a decimal mark, however many digits are behind it. Without
  /// decimal places, all marks separate groups.
  init?(_ text: String, pointIsDecimal: Bool = true, hasPlaces: Bool = true) {
    guard text.utf8.count <= 160 else { return nil }
    var characters = Array(text)
    guard let first = characters.first else { return nil }
    isNegative = first == "-" || first == "\u{2212}"
    if isNegative || first == "+" { characters.removeFirst() }
    let marks = characters.filter { !$0.isDigit }
    // The last mark is the decimal mark if it occurs once, and can't separate a group.
    var decimal: Character?
    if hasPlaces, let last = marks.last, last == "." || last == ",", marks.count(where: { $0 == last }) == 1 {
      let behind = characters.reversed().prefix { $0 != last }.count
      if marks.count > 1 || behind != 3 || (last == "." && pointIsDecimal) {
        decimal = last
      } else {
        return nil
      }
    }
    let parts = decimal.map { characters.split(separator: $0, omittingEmptySubsequences: false) } ?? [characters[...]]
    let fraction = parts.count > 1 ? parts[1] : []
    guard let whole = Self.withoutGroups(parts[0]), fraction.allSatisfy(\.isDigit),
      !(parts.count > 1 && fraction.isEmpty)
    else { return nil }
    self.whole = whole
    self.fraction = String(fraction)
  }

  /// Returns the digits of groups of three; nil if the groups aren't right.
  private static func withoutGroups(_ text: ArraySlice<Character>) -> String? {
    guard let mark = text.first(where: { !$0.isDigit }) else { return text.isEmpty ? nil : String(text) }
    guard ".,'\u{2019} \u{A0}\u{202F}".contains(mark) else { return nil }
    let groups = text.split(separator: mark, omittingEmptySubsequences: false)
    guard 1...3 ~= groups[0].count, groups.dropFirst().allSatisfy({ $0.count == 3 }),
      groups.allSatisfy({ $0.allSatisfy(\.isDigit) })
    else { return nil }
    return String(groups.joined())
  }

  /// The number with a point and without groups.
  var plain: String { (isNegative ? "-" : "") + whole + (fraction.isEmpty ? "" : "." + fraction) }

  /// Whether the nearest `Double` is written with the digits of a text, so that it isn't another number than the one that was entered.
  static func areKept(_ text: Substring, by nearest: Double) -> Bool {
    text.filter(\.isDigit).withoutOuterZeros
      == "\(nearest)".prefix { $0 != "e" }.filter(\.isDigit).withoutOuterZeros
  }

  /// The number, if a `Decimal` holds it exactly, and so does JSON, whose numbers are 64-bit integers or `Double`.
  var decimal: Decimal? {
    let digits = (whole + fraction).drop { $0 == "0" }
    guard digits.count <= 38, let decimal = Decimal(string: plain, locale: nil) else { return nil }
    if digits.count <= 15 || (fraction.isEmpty && Int64(plain) != nil) { return decimal }
    return Double(plain).flatMap { Decimal(string: "\($0)", locale: nil) } == decimal ? decimal : nil
  }
}

extension Character {
  /// Whether the character is one of the ten digits of ASCII.
  fileprivate var isDigit: Bool { "0"..."9" ~= self && isASCII }
}

extension String {
  /// The digits of a number without those that only place the decimal mark.
  fileprivate var withoutOuterZeros: Substring {
    let digits = drop { $0 == "0" }
    return digits[..<(digits.lastIndex { $0 != "0" }.map(digits.index(after:)) ?? digits.startIndex)]
  }
}

/// A currency: its code, its sign, and its decimal places.
struct Currency: Sendable {
  private let places: Int
  private let signs: [String]

  init(_ code: String) {
    switch code {
    case "BIF", "CLP", "DJF", "GNF", "ISK", "JPY", "KMF", "KRW", "PYG", "RWF", "UGX", "UYI", "VND", "VUV", "XAF", "XOF",
      "XPF":
      places = 0
    case "CLF", "UYW": places = 4
    case "BHD", "IQD", "JOD", "KWD", "LYD", "OMR", "TND": places = 3
    default: places = 2
    }
    let sign = ["GBP": "£", "USD": "$", "EUR": "€", "JPY": "¥", "CNY": "¥", "INR": "₹", "KRW": "₩"][code]
    signs = [code] + (sign.map { [$0] } ?? [])
  }

  /// An amount, for a sentence.
  var example: String { places == 0 ? "12" : "12.5" + String(repeating: "0", count: places - 1) }

  /// Returns the amount that a person has entered; nil if the text isn't one.
  func amount(_ text: String) -> Decimal? {
    var text = text
    for sign in signs {
      if text.hasPrefix(sign) { text = String(text.dropFirst(sign.count)) }
      if text.hasSuffix(sign) { text = String(text.dropLast(sign.count)) }
    }
    // With three decimal places, a point before three digits is usual; a comma could be either.
    guard let number = NumberText(text.trimmed, pointIsDecimal: places >= 3, hasPlaces: places > 0),
      number.fraction.count <= places
    else { return nil }
    return number.decimal
  }

  /// Returns the text with which a person would enter an amount.
  func text(_ amount: Decimal) -> String {
    guard !amount.isNaN else { return "" }
    let plain = amount.description
    let digits = plain.split(separator: ".").dropFirst().first?.count ?? 0
    guard places > 0, digits < places else { return plain }
    return plain + (digits == 0 ? "." : "") + String(repeating: "0", count: places - digits)
  }
}

extension String {
  fileprivate var trimmed: String {
    String(drop(while: \.isWhitespace).reversed().drop(while: \.isWhitespace).reversed())
  }
}
