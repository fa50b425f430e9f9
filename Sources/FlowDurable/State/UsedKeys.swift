import Foundation

/// The keys of removed runs, in constant space.
///
/// A run that gets such a key again must not repeat the keys of the visits of the removed run. Each key is a bit among
/// 65,536, so other keys can be taken for used ones. Their runs only have longer keys of visits.
struct UsedKeys: Sendable, Equatable {
  private static let count = 1 << 16

  /// The bits; empty if there are none.
  private var words: [UInt64] = []

  var isEmpty: Bool { words.isEmpty }

  mutating func add(_ key: String, of flow: String) {
    if isEmpty { words = [UInt64](repeating: 0, count: Self.count / 64) }
    let place = Self.place(of: key, flow)
    words[place / 64] |= 1 << UInt64(place % 64)
  }

  /// Adds every key, because it isn't known which keys removed runs had.
  mutating func addAll() {
    words = [UInt64](repeating: .max, count: Self.count / 64)
  }

  /// Returns whether a removed run of a flow had a key, or could have had it.
  func contains(_ key: String, of flow: String) -> Bool {
    guard !isEmpty else { return false }
    let place = Self.place(of: key, flow)
    return words[place / 64] & 1 << UInt64(place % 64) != 0
  }

  /// Returns the bit of a key: its hash, folded to 16 bits. Journals contain it. Spellings of a key that are equal have the
  /// same bit.
  private static func place(of key: String, _ flow: String) -> Int {
    var hash = (Array(flow.composed.utf8) + [0xFF] + Array(key.composed.utf8)).fnv1a
    hash ^= hash >> 32
    return Int((hash ^ hash >> 16) & 0xFFFF)
  }
}

extension Sequence<UInt8> {
  /// The 64-bit FNV-1a hash of the bytes, which is the same in every process.
  package var fnv1a: UInt64 { reduce(0xcbf2_9ce4_8422_2325) { ($0 ^ UInt64($1)) &* 0x100_0000_01b3 } }
}

extension String {
  /// The text in the normalization form C, in which texts that Swift considers equal have the same bytes.
  package var composed: String { isASCII ? self : precomposedStringWithCanonicalMapping }

  /// Whether the text has only one spelling, because all of it is ASCII.
  var isASCII: Bool { utf8.allSatisfy { $0 < 0x80 } }
}

extension UsedKeys {
  /// The bits as text: 16 hexadecimal digits for each word, from the first to the last that isn't zero.
  var text: String {
    let last = words.lastIndex { $0 != 0 } ?? -1
    return words.prefix(last + 1).map { word in
      let digits = String(word, radix: 16)
      return String(repeating: "0", count: 16 - digits.count) + digits
    }.joined()
  }

  /// Reads the bits from ``text``; nil if it isn't of that form.
  init?(text: String) {
    let digits = Array(text.utf8)
    guard digits.count % 16 == 0, digits.count / 16 <= Self.count / 64 else { return nil }
    guard !digits.isEmpty else { return }
    words = [UInt64](repeating: 0, count: Self.count / 64)
    for (index, start) in stride(from: 0, to: digits.count, by: 16).enumerated() {
      guard let word = UInt64(String(decoding: digits[start..<start + 16], as: UTF8.self), radix: 16) else {
        return nil
      }
      words[index] = word
    }
  }
}
