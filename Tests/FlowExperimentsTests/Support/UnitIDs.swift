import FlowStateTesting
import Testing

/// IDs of units in common shapes.
enum UnitIDs: String, CaseIterable, CustomTestStringConvertible {
  case numbers, paddedNumbers, uuids, emails, unicode, longPrefixes

  var testDescription: String { rawValue }

  /// The first ids of this shape, all different.
  func first(_ count: Int) -> [String] {
    var generator = SeededGenerator(seed: 2026)
    return (0..<count).map { id($0, &generator) }
  }

  private func id(_ number: Int, _ generator: inout SeededGenerator) -> String {
    switch self {
    case .numbers: "\(number)"
    case .paddedNumbers: "user-" + Self.padded(String(number), to: 10)
    case .uuids: Self.uuid(generator.next(), generator.next())
    case .emails: "\(["ana", "bo", "chris", "dee"][number % 4]).\(number)@example.com"
    case .unicode: "Ζωή-\(number)-👩‍👩‍👧"
    case .longPrefixes: Self.prefix + "\(number)"
    }
  }

  private static let prefix = String(repeating: "tenant/", count: 10)

  private static func uuid(_ high: UInt64, _ low: UInt64) -> String {
    let digits = Array(padded(String(high, radix: 16), to: 16) + padded(String(low, radix: 16), to: 16))
    return [digits[0..<8], digits[8..<12], digits[12..<16], digits[16..<20], digits[20..<32]]
      .map { String($0) }.joined(separator: "-")
  }

  private static func padded(_ digits: String, to length: Int) -> String {
    String(repeating: "0", count: max(0, length - digits.count)) + digits
  }
}
