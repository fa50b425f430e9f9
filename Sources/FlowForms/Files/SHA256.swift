import Foundation

/// The hash function SHA-256 of FIPS 180-4, which names files by their bytes.
enum SHA256 {
  /// Returns the digest of bytes as 64 hexadecimal digits.
  static func digest(of bytes: Data) -> String {
    var state = initial
    let whole = bytes.count / 64 * 64
    bytes.withUnsafeBytes { all in
      for start in stride(from: 0, to: whole, by: 64) {
        mix(UnsafeRawBufferPointer(rebasing: all[start..<start + 64]), into: &state)
      }
    }
    var rest = Array(bytes.suffix(bytes.count - whole)) + [0x80]
    rest += [UInt8](repeating: 0, count: (120 - rest.count) % 64)
    let bits = UInt64(bytes.count) * 8
    rest += (0..<8).map { UInt8(truncatingIfNeeded: bits >> (56 - 8 * UInt64($0))) }
    rest.withUnsafeBytes { all in
      for start in stride(from: 0, to: all.count, by: 64) {
        mix(UnsafeRawBufferPointer(rebasing: all[start..<start + 64]), into: &state)
      }
    }
    return state.map { word in
      let digits = String(word, radix: 16)
      return String(repeating: "0", count: 8 - digits.count) + digits
    }.joined()
  }

  /// Whether a text could be a digest. Another text isn't used as the name of a file.
  static func isDigest(_ text: String) -> Bool {
    text.utf8.count == 64 && text.utf8.allSatisfy { "0123456789abcdef".utf8.contains($0) }
  }

  private static func mix(_ block: UnsafeRawBufferPointer, into state: inout [UInt32]) {
    withUnsafeTemporaryAllocation(of: UInt32.self, capacity: 64) { words in
      for index in 0..<16 {
        words[index] = UInt32(bigEndian: block.loadUnaligned(fromByteOffset: index * 4, as: UInt32.self))
      }
      for index in 16..<64 {
        let (early, late) = (words[index - 15], words[index - 2])
        let first = early.turned(7) ^ early.turned(18) ^ early >> 3
        let second = late.turned(17) ^ late.turned(19) ^ late >> 10
        words[index] = words[index - 16] &+ first &+ words[index - 7] &+ second
      }
      var (a, b, c, d) = (state[0], state[1], state[2], state[3])
      var (e, f, g, h) = (state[4], state[5], state[6], state[7])
      for index in 0..<64 {
        let first =
          h &+ (e.turned(6) ^ e.turned(11) ^ e.turned(25)) &+ (e & f ^ ~e & g) &+ constants[index] &+ words[index]
        let second = (a.turned(2) ^ a.turned(13) ^ a.turned(22)) &+ (a & b ^ a & c ^ b & c)
        (h, g, f, e, d, c, b, a) = (g, f, e, d &+ first, c, b, a, first &+ second)
      }
      for (index, word) in [a, b, c, d, e, f, g, h].enumerated() { state[index] = state[index] &+ word }
    }
  }

  private static let primes = (2...311).filter { number in !(2..<number).contains { number % $0 == 0 } }
  /// The first 32 bits of the fractional parts of the square roots of the first 8 primes.
  private static let initial = primes.prefix(8).map { fraction(of: Double($0).squareRoot()) }
  /// The first 32 bits of the fractional parts of the cube roots of the first 64 primes.
  private static let constants = primes.map { fraction(of: cbrt(Double($0))) }

  private static func fraction(of root: Double) -> UInt32 { UInt32(truncatingIfNeeded: UInt64(root * 0x1p32)) }
}

extension UInt32 {
  /// Returns the bits rotated to the right.
  fileprivate func turned(_ count: UInt32) -> UInt32 { self >> count | self << (32 - count) }
}
