/// The reason why a file has no image that can be drawn.
enum PNGFailure: Error {
  /// The file isn't a PNG file.
  case otherFormat
  /// The file doesn't follow the format, or a checksum is wrong.
  case damaged
  /// The image has too many pixels or bytes.
  case tooLarge
}

/// The chunks of a PNG file, in order.
struct PNGChunks {
  struct Chunk {
    let name: String
    let bytes: ArraySlice<UInt8>

    /// Whether a reader that doesn't know the chunk can ignore it.
    var isOptional: Bool { (name.utf8.first ?? 0) & 0x20 != 0 }
  }

  private static let signature: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]
  private var rest: ArraySlice<UInt8>

  init(_ file: [UInt8]) throws(PNGFailure) {
    guard file.starts(with: Self.signature) else { throw .otherFormat }
    rest = file.dropFirst(Self.signature.count)
  }

  /// Removes and returns the next chunk. A file that ends before the chunk `IEND` is damaged.
  mutating func next() throws(PNGFailure) -> Chunk {
    guard rest.count >= 12 else { throw .damaged }
    let length = rest.prefix(4).bigEndian
    guard length <= rest.count - 12 else { throw .damaged }
    let named = rest.dropFirst(4).prefix(4 + Int(length))
    rest = rest[named.endIndex...]
    guard rest.prefix(4).bigEndian == named.crc32 else { throw .damaged }
    rest = rest.dropFirst(4)
    return Chunk(name: String(decoding: named.prefix(4), as: UTF8.self), bytes: named.dropFirst(4))
  }
}

extension ArraySlice<UInt8> {
  /// The bytes as a number, the first one highest. There can be at most four.
  var bigEndian: UInt32 { reduce(0) { $0 << 8 | UInt32($1) } }

  /// The checksum of chunks.
  var crc32: UInt32 { ~reduce(~0) { $0 >> 8 ^ crcTable[Int(($0 ^ UInt32($1)) & 0xFF)] } }
}

private let crcTable: [UInt32] = (0..<256).map { byte in
  (0..<8).reduce(byte) { value, _ in value & 1 == 1 ? value >> 1 ^ 0xEDB8_8320 : value >> 1 }
}
