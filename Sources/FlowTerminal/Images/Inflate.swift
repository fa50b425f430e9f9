/// Decompresses a zlib stream (RFC 1950 and 1951) whose decompressed length is known, so that a small hostile stream can't
/// fill the memory.
struct Inflate {
  /// The reason why a stream can't be decompressed.
  enum Failure: Error {
    /// The stream ends too early.
    case truncated
    /// The stream has a part that isn't allowed.
    case damaged
    /// There are more or fewer bytes than expected.
    case wrongLength
    /// The bytes don't have the checksum of the stream.
    case wrongChecksum
  }

  /// The most bytes that one compressed byte can become: two bits can stand for 258 bytes.
  private static let maximumGrowth = 1032

  private let stream: [UInt8]
  private let length: Int
  private var place = 0
  /// Bits from the stream that weren't used yet, the next one lowest.
  private var held: UInt32 = 0
  private var heldCount = 0
  private var output: [UInt8] = []

  private init(_ stream: [UInt8], length: Int) {
    self.stream = stream
    self.length = length
  }

  /// Decompresses a stream. Bytes after its end are ignored.
  ///
  /// - Parameters:
  ///   - stream: The stream.
  ///   - length: The number of decompressed bytes.
  /// - Returns: The decompressed bytes.
  /// - Throws: The reason if the stream is damaged, or has another length.
  static func bytes(of stream: [UInt8], length: Int) throws(Failure) -> [UInt8] {
    guard stream.count >= 2 else { throw .truncated }
    guard length >= 0, length <= stream.count * maximumGrowth else { throw .wrongLength }
    var inflate = Inflate(stream, length: length)
    try inflate.run()
    return inflate.output
  }

  private mutating func run() throws(Failure) {
    let (method, flags) = (try bits(8), try bits(8))
    // Deflate with a window of at most 32 KiB, and no dictionary.
    guard method & 15 == 8, method >> 4 <= 7, (method << 8 + flags).isMultiple(of: 31), flags & 32 == 0 else {
      throw .damaged
    }
    output.reserveCapacity(length)
    var isLast = false
    while !isLast {
      isLast = try bits(1) == 1
      switch try bits(2) {
      case 0: try copyStored()
      case 1: try decode(.fixedLiterals, .fixedDistances)
      case 2: try decodeWithOwnCodes()
      default: throw .damaged
      }
    }
    guard output.count == length else { throw .wrongLength }
    dropHeldBits()
    var checksum: UInt32 = 0
    for _ in 0..<4 { checksum = checksum << 8 | UInt32(try bits(8)) }
    guard checksum == output.adler32 else { throw .wrongChecksum }
  }

  private mutating func copyStored() throws(Failure) {
    dropHeldBits()
    let (count, check) = (try bits(16), try bits(16))
    guard count == check ^ 0xFFFF else { throw .damaged }
    guard count <= stream.count - place else { throw .truncated }
    guard count <= length - output.count else { throw .wrongLength }
    output += stream[place..<place + count]
    place += count
  }

  private mutating func decodeWithOwnCodes() throws(Failure) {
    let literalCount = try bits(5) + 257
    let distanceCount = try bits(5) + 1
    let lengthCount = try bits(4) + 4
    guard literalCount <= 286, distanceCount <= 30 else { throw .damaged }
    var lengths = Array(repeating: 0, count: 19)
    for symbol in Self.lengthOrder.prefix(lengthCount) { lengths[symbol] = try bits(3) }
    let lengthCode = HuffmanCode(lengths: lengths)
    guard lengthCode.isValid() else { throw .damaged }
    lengths = []
    while lengths.count < literalCount + distanceCount {
      let symbol = try next(lengthCode)
      switch symbol {
      case 16:
        guard let last = lengths.last else { throw .damaged }
        lengths += repeatElement(last, count: try bits(2) + 3)
      case 17: lengths += repeatElement(0, count: try bits(3) + 3)
      case 18: lengths += repeatElement(0, count: try bits(7) + 11)
      default: lengths.append(symbol)
      }
    }
    // A block without a word for its end couldn't end.
    guard lengths.count == literalCount + distanceCount, lengths[Self.end] > 0 else { throw .damaged }
    let literals = HuffmanCode(lengths: lengths[..<literalCount])
    let distances = HuffmanCode(lengths: lengths[literalCount...])
    guard literals.isValid(), distances.isValid(forDistances: true) else { throw .damaged }
    try decode(literals, distances)
  }

  private mutating func decode(_ literals: HuffmanCode, _ distances: HuffmanCode) throws(Failure) {
    while true {
      let symbol = try next(literals)
      if symbol < Self.end {
        guard output.count < length else { throw .wrongLength }
        output.append(UInt8(symbol))
      } else if symbol == Self.end {
        return
      } else {
        let count = try length(symbol)
        let distance = try distance(try next(distances))
        guard distance <= output.count else { throw .damaged }
        guard count <= length - output.count else { throw .wrongLength }
        // The copied bytes can be among those that are copied.
        for _ in 0..<count { output.append(output[output.count - distance]) }
      }
    }
  }

  /// Returns the number of bytes to copy. Symbols take more bits in groups of four.
  private mutating func length(_ symbol: Int) throws(Failure) -> Int {
    let code = symbol - Self.end - 1
    guard code < 28 else {
      guard code == 28 else { throw .damaged }
      return 258
    }
    let extra = max(0, code / 4 - 1)
    return 3 + (code < 4 ? code : (4 + code % 4) << extra) + (try bits(extra))
  }

  /// Returns how far back the bytes to copy are. Codes take more bits in groups of two.
  private mutating func distance(_ code: Int) throws(Failure) -> Int {
    guard code < 30 else { throw .damaged }
    let extra = max(0, code / 2 - 1)
    return 1 + (code < 2 ? code : (2 + code % 2) << extra) + (try bits(extra))
  }

  /// Returns the symbol of the next word.
  private mutating func next(_ code: HuffmanCode) throws(Failure) -> Int {
    var (word, first, place) = (0, 0, 0)
    for length in 1...HuffmanCode.maximumLength {
      word |= try bits(1)
      let count = code.counts[length]
      if word - first < count { return code.symbols[place + word - first] }
      place += count
      first = (first + count) << 1
      word <<= 1
    }
    throw .damaged
  }

  /// Returns the next bits as a number. There can be at most 16.
  private mutating func bits(_ count: Int) throws(Failure) -> Int {
    while heldCount < count {
      guard place < stream.count else { throw .truncated }
      held |= UInt32(stream[place]) << UInt32(heldCount)
      place += 1
      heldCount += 8
    }
    defer {
      held >>= UInt32(count)
      heldCount -= count
    }
    return Int(held & (1 << UInt32(count) - 1))
  }

  /// Continues at the next whole byte.
  private mutating func dropHeldBits() {
    held = 0
    heldCount = 0
  }

  /// The symbol of the end of a block.
  private static let end = 256
  private static let lengthOrder = [16, 17, 18, 0, 8, 7, 9, 6, 10, 5, 11, 4, 12, 3, 13, 2, 14, 1, 15]
}

extension [UInt8] {
  fileprivate var adler32: UInt32 {
    var (low, high): (UInt32, UInt32) = (1, 0)
    // As many bytes as can be added without an overflow.
    for start in stride(from: 0, to: count, by: 5552) {
      for byte in self[start..<Swift.min(start + 5552, count)] {
        low += UInt32(byte)
        high += low
      }
      low %= 65521
      high %= 65521
    }
    return high << 16 | low
  }
}
