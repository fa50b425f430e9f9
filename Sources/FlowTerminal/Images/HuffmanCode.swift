/// A canonical Huffman code: the lengths of its words determine the words.
struct HuffmanCode: Sendable {
  static let maximumLength = 15

  /// The number of words of each length.
  let counts: [Int]
  /// The symbols, in the order of their words.
  let symbols: [Int]
  /// The number of words of the maximum length that are unused; negative if there are too many words.
  let unused: Int

  /// Creates a code.
  ///
  /// - Parameter lengths: The length of the word of each symbol, at most ``maximumLength``; 0 for none.
  init(lengths: some Collection<Int>) {
    var counts = Array(repeating: 0, count: Self.maximumLength + 1)
    for length in lengths where length > 0 { counts[length] += 1 }
    var unused = 1
    var places = Array(repeating: 0, count: Self.maximumLength + 1)
    for length in 1...Self.maximumLength {
      places[length] = places[length - 1] + counts[length - 1]
      unused = unused * 2 - counts[length]
    }
    var symbols = Array(repeating: 0, count: lengths.count)
    for (symbol, length) in lengths.enumerated() where length > 0 {
      symbols[places[length]] = symbol
      places[length] += 1
    }
    self.counts = counts
    self.symbols = symbols
    self.unused = unused
  }

  /// Whether each sequence of bits has a meaning. A code of distances can also have no word, or one word of one bit.
  func isValid(forDistances: Bool = false) -> Bool {
    unused == 0 || forDistances && unused > 0 && counts.reduce(0, +) == counts[1] && counts[1] <= 1
  }

  /// The codes of literals and distances of blocks without codes of their own.
  static let fixedLiterals = HuffmanCode(
    lengths: (0..<288).map { $0 < 144 ? 8 : $0 < 256 ? 9 : $0 < 280 ? 7 : 8 })
  static let fixedDistances = HuffmanCode(lengths: Array(repeating: 5, count: 32))
}
