/// The spellings of a text that could be the name of an enumeration's case. An enumeration that isn't `CaseIterable` doesn't list its
/// cases, so the decoder has to guess: all spellings of a short text, and the usual ones of a longer text.
///
/// Each spelling is made when it's needed, because most searches end with one of the first.
struct SpellingList: Sequence, IteratorProtocol {
  /// The number of bytes up to which other spellings than the usual ones are tried. Letters take at most four bytes each.
  static let maximumSize = 4 * longLength
  /// The length up to which all spellings are tried, and the length up to which a name may be made of three words.
  private static let (shortLength, longLength) = (7, 24)

  private let text: String
  private let small: [String]
  private let large: [String]
  private var usual = 0
  /// The letters to write large next, as the bits of a number, if the text is short.
  private var capitals = 0
  /// The letters with which the second and the third word begin next, if the text is longer, and whether the first word begins with a
  /// large letter.
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

  /// Returns the next spelling in camel case: two words or three, which can begin anywhere.
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
