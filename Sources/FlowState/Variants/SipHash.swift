/// SipHash-2-4, as Aumasson and Bernstein have published it: 64 bits that depend on each byte of a message and on a key.
///
/// The standard library's `Hasher` is seeded anew in each process, so that it cannot be used where the answer must be the
/// same tomorrow and elsewhere.
struct SipHash {
  private var v0, v1, v2, v3: UInt64
  private var length: UInt64 = 0

  /// Begins an empty message.
  ///
  /// - Parameter key: The first and the last eight bytes of the key, each read with its lowest byte first.
  init(key: (UInt64, UInt64)) {
    v0 = key.0 ^ 0x736f_6d65_7073_6575
    v1 = key.1 ^ 0x646f_7261_6e64_6f6d
    v2 = key.0 ^ 0x6c79_6765_6e65_7261
    v3 = key.1 ^ 0x7465_6462_7974_6573
  }

  /// Adds eight bytes to the message.
  ///
  /// - Parameter word: The bytes, the lowest first.
  mutating func append(_ word: UInt64) {
    length &+= 8
    absorb(word)
  }

  /// The hash of the message, with up to seven bytes more at its end.
  ///
  /// - Parameters:
  ///   - rest: The bytes, the lowest first; the others are zero.
  ///   - count: How many there are.
  /// - Returns: The hash, which is published as eight bytes with the lowest first.
  func finished(_ rest: UInt64 = 0, count: UInt64 = 0) -> UInt64 {
    var state = self
    state.absorb((length &+ count) &<< 56 | rest)
    state.v2 ^= 0xff
    for _ in 0..<4 { state.round() }
    return state.v0 ^ state.v1 ^ state.v2 ^ state.v3
  }

  private mutating func absorb(_ word: UInt64) {
    v3 ^= word
    round()
    round()
    v0 ^= word
  }

  // The masking shifts are the ones that are fast in a debug build too.
  private mutating func round() {
    v0 = v0 &+ v1
    v1 = (v1 &<< 13 | v1 &>> 51) ^ v0
    v0 = v0 &<< 32 | v0 &>> 32
    v2 = v2 &+ v3
    v3 = (v3 &<< 16 | v3 &>> 48) ^ v2
    v0 = v0 &+ v3
    v3 = (v3 &<< 21 | v3 &>> 43) ^ v0
    v2 = v2 &+ v1
    v1 = (v1 &<< 17 | v1 &>> 47) ^ v2
    v2 = v2 &<< 32 | v2 &>> 32
  }
}
