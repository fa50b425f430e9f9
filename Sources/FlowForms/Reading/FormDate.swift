/// A date of the calendar, without a time and a time zone.
///
/// ```swift
/// let day = FormDate("2026-11-24")
/// ```
///
/// Its text, also in JSON, is that of ISO 8601: `2026-11-24`.
public struct FormDate: Sendable, Hashable, Comparable, LosslessStringConvertible {
  /// The year, from 1 to 9999.
  public let year: Int
  /// The month, from 1 to 12.
  public let month: Int
  /// The day of the month, from 1.
  public let day: Int

  /// Creates a date of the Gregorian calendar; nil if there is no such day.
  ///
  /// - Parameters:
  ///   - year: The year, from 1 to 9999.
  ///   - month: The month, from 1 to 12.
  ///   - day: The day of the month, from 1.
  public init?(year: Int, month: Int, day: Int) {
    guard 1...9_999 ~= year, 1...12 ~= month, day >= 1 else { return nil }
    let isLeapYear = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0)
    let days = [31, isLeapYear ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]
    guard day <= days[month - 1] else { return nil }
    (self.year, self.month, self.day) = (year, month, day)
  }

  /// Creates a date from its text; nil if it isn't the text of a date.
  ///
  /// - Parameter description: The text, as in `2026-11-24`.
  public init?(_ description: String) {
    guard description.utf8.count == 10 else { return nil }
    self.init(entered: description, separators: "-")
  }

  /// Creates a date from a text that a person has entered: the year with four digits, the month, and the day.
  init?(entered text: String, separators: String = "-/. ") {
    let parts = text.utf8.split(omittingEmptySubsequences: false) { separators.utf8.contains($0) }
    guard parts.count == 3, parts[0].count == 4, 1...2 ~= parts[1].count, 1...2 ~= parts[2].count else { return nil }
    var numbers: [Int] = []
    for part in parts {
      guard part.allSatisfy({ UInt8(ascii: "0")...UInt8(ascii: "9") ~= $0 }) else { return nil }
      numbers.append(part.reduce(0) { $0 * 10 + Int($1 - UInt8(ascii: "0")) })
    }
    self.init(year: numbers[0], month: numbers[1], day: numbers[2])
  }

  /// The date as text, as in `2026-11-24`.
  public var description: String {
    [(year, 4), (month, 2), (day, 2)].map { number, width in
      let digits = "\(number)"
      return String(repeating: "0", count: max(0, width - digits.count)) + digits
    }.joined(separator: "-")
  }

  /// Returns whether a date is earlier than another one.
  public static func < (one: FormDate, other: FormDate) -> Bool {
    (one.year, one.month, one.day) < (other.year, other.month, other.day)
  }
}

extension FormDate: Codable {
  /// Decodes a date from its text.
  ///
  /// - Parameter decoder: The decoder.
  /// - Throws: A `DecodingError` if the text isn't that of a date.
  public init(from decoder: any Decoder) throws {
    let text = try String(from: decoder)
    guard let date = FormDate(text) else {
      throw DecodingError.dataCorrupted(
        .init(codingPath: decoder.codingPath, debugDescription: "Expected a date, as in 2026-11-24."))
    }
    self = date
  }

  /// Encodes the date as its text.
  ///
  /// - Parameter encoder: The encoder.
  /// - Throws: The error of the encoder.
  public func encode(to encoder: any Encoder) throws {
    try description.encode(to: encoder)
  }
}
