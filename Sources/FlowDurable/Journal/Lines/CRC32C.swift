/// The CRC-32C checksum (Castagnoli), which detects each burst error of up to 32 bits.
struct CRC32C {
  private var register: UInt32 = ~0

  /// The checksum of the bytes so far.
  var value: UInt32 { ~register }

  /// The remainders of each byte followed by zero to seven zero bytes, for processing eight bytes at once.
  private static let table: [UInt32] = {
    var table = [UInt32](repeating: 0, count: 2_048)
    for byte in 0..<256 {
      table[byte] = (0..<8).reduce(UInt32(byte)) { rest, _ in rest & 1 == 0 ? rest >> 1 : rest >> 1 ^ 0x82F6_3B78 }
    }
    for place in 256..<2_048 { table[place] = table[place - 256] >> 8 ^ table[Int(table[place - 256] & 0xFF)] }
    return table
  }()

  /// Adds bytes to the checksum.
  mutating func add(_ bytes: UnsafeRawBufferPointer) {
    register = Self.table.withUnsafeBufferPointer { table in
      var (crc, place) = (register, 0)
      while place + 8 <= bytes.count {
        let word = UInt64(littleEndian: bytes.loadUnaligned(fromByteOffset: place, as: UInt64.self)) ^ UInt64(crc)
        crc = 0
        for byte in 0..<8 {
          crc ^= table[256 * (7 - byte) + Int(truncatingIfNeeded: word >> (8 * UInt64(byte)) & 0xFF)]
        }
        place += 8
      }
      while place < bytes.count {
        crc = crc >> 8 ^ table[Int((crc ^ UInt32(bytes[place])) & 0xFF)]
        place += 1
      }
      return crc
    }
  }

  /// Adds bytes to the checksum.
  mutating func add(_ bytes: [UInt8]) {
    bytes.withUnsafeBytes { add($0) }
  }
}
