/// SipHash-2-4 as published by Aumasson and Bernstein: a 64-bit hash of a message and a key.
///
/// The standard library's `Hasher` has another seed in each process. This hash is the same in every process and on every
/// platform.
struct SipHash {
  private var v0, v1, v2, v3: UInt64
  private var length: UInt64 = 0

  /// Creates the hash of an empty message.
  ///
  /// - Parameter key: The first and the last eight bytes of the key, each in little-endian order.
  init(key: (UInt64, UInt64)) {
    v0 = key.0 ^ 0x736f_6d65_7073_6575
    v1 = key.1 ^ 0x646f_7261_6e64_6f6d
    v2 = key.0 ^ 0x6c79_6765_6e65_7261
    v3 = key.1 ^ 0x7465_6462_7974_6573
  }

  /// Appends eight bytes to the message.
  ///
  /// - Parameter word: The bytes, in little-endian order.
  mutating func append(_ word: UInt64) {
    length &+= 8
    absorb(word)
  }

  /// Returns the hash of the message with up to seven more bytes at its end.
  ///
  /// - Parameters:
  ///   - rest: The bytes, in little-endian order; the unused bytes are zero.
  ///   - count: The number of bytes.
  /// - Returns: The hash. In published test vectors, it is eight bytes in little-endian order.
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

  // The masking shifts are fast in a debug build too.
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
