/// The spellings of a text that could be the name of an enumeration case. An enumeration that isn't `CaseIterable`
/// doesn't list its cases, so the decoder tries all spellings of a short text, and common spellings of a longer text.
///
/// Each spelling is created on demand, because most searches end with one of the first.
struct SpellingList: Sequence, IteratorProtocol {
  /// The maximum number of bytes of a text for which uncommon spellings are tried. A letter takes at most four bytes.
  static let maximumSize = 4 * longLength
  /// The maximum number of letters for trying all spellings, and the maximum for names of up to three words.
  private static let (shortLength, longLength) = (7, 24)

  private let text: String
  private let small: [String]
  private let large: [String]
  private var usual = 0
  /// The next combination of capital letters for a short text, as the bits of a number.
  private var capitals = 0
  /// The next combination for a longer text: the first letters of the second and third words, and whether the first
  /// word begins with a capital letter.
  private var (second, third, isCapitalized) = (1, 1, false)

  init(_ text: String) {
    self.text = text
    let letters = text.utf8.count <= Self.maximumSize ? Array(text) : []
    small = letters.map { $0.lowercased() }
    large = letters.map { $0.uppercased() }
  }

  mutating func next() -> String? {
    usual += 1
    switch usual {
    case 1: return text.lowercased()
    case 2: return text.uppercased()
    case 3: return text.prefix(1).lowercased() + text.dropFirst()
    case 4: return text.prefix(1).uppercased() + text.dropFirst()
    case 5: return text.prefix(1).uppercased() + text.dropFirst().lowercased()
    default: return small.count <= Self.shortLength ? nextOfAll() : nextOfWords()
    }
  }

  private mutating func nextOfAll() -> String? {
    guard !small.isEmpty, capitals < 1 << small.count else { return nil }
    defer { capitals += 1 }
    return spelling { capitals >> $0 & 1 == 1 }
  }

  /// Returns the next spelling in camel case. It has two or three words, which can begin anywhere.
  private mutating func nextOfWords() -> String? {
    guard small.count <= Self.longLength, second < small.count else { return nil }
    defer {
      if isCapitalized { third += 1 }
      isCapitalized.toggle()
      if third == small.count {
        second += 1
        third = second
      }
    }
    return spelling { $0 == second || $0 == third || $0 == 0 && isCapitalized }
  }

  private func spelling(isLarge: (Int) -> Bool) -> String {
    var spelling = ""
    spelling.reserveCapacity(text.utf8.count)
    for index in small.indices { spelling += isLarge(index) ? large[index] : small[index] }
    return spelling
  }
}
