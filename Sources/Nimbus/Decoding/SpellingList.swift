/// The spellings of a text that could be the name of an enumeration's case. An enumeration that isn't `CaseIterable` doesn't list its
/// cases, so the decoder has to guess: all spellings of a short text, and the usual ones of a longer text.
struct SpellingList {
  /// The spellings, the usual ones first.
  private(set) var spellings: [String]
  private let small: [String]
  private let large: [String]
  /// The length up to which all spellings are tried, and the length up to which a name may be made of three words.
  private static let (shortLength, longLength) = (7, 24)

  init(_ text: String) {
    small = text.map { $0.lowercased() }
    large = text.map { $0.uppercased() }
    let (lowered, rest) = (text.lowercased(), text.dropFirst())
    spellings = [lowered, text.uppercased()]
    guard let first = small.first, let capital = large.first else { return }
    spellings += [first + rest, capital + rest, capital + rest.lowercased()]
    if small.count <= Self.shortLength {
      addAll()
    } else if small.count <= Self.longLength {
      addWords()
    }
  }

  private mutating func addAll() {
    for capitals in 0..<1 << small.count {
      spellings.append(small.indices.map { capitals >> $0 & 1 == 1 ? large[$0] : small[$0] }.joined())
    }
  }

  /// Adds the spellings in camel case: two words or three, which can begin anywhere.
  private mutating func addWords() {
    for second in 1..<small.count {
      for third in second..<small.count {
        var letters = small
        letters[second] = large[second]
        letters[third] = large[third]
        spellings.append(letters.joined())
        letters[0] = large[0]
        spellings.append(letters.joined())
      }
    }
  }
}
