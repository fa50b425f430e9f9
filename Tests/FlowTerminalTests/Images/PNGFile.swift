@testable import FlowTerminal

/// Makes PNG files, also damaged ones. Its checksums are computed bit by bit, in another way than those of the reader.
struct PNGFile {
  static let signature: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]

  var width: UInt32
  var height: UInt32
  /// Depth, kind, compression, filters, and interlacing.
  var format: [UInt8] = [8, 6, 0, 0, 0]
  /// The chunks before the pixels.
  var chunks: [UInt8] = []
  /// The rows, each with the number of its filter.
  var rows: [UInt8]

  /// A file with red, green, blue and opacity of each pixel, one number for each.
  init(width: Int, _ pixels: [UInt32]) {
    self.width = UInt32(width)
    height = UInt32(pixels.count / width)
    rows = pixels.indices.flatMap { ($0.isMultiple(of: width) ? [0] : []) + pixels[$0].bytes }
  }

  var header: [UInt8] { Self.chunk("IHDR", width.bytes + height.bytes + format) }
  var data: [UInt8] { Self.chunk("IDAT", Self.stored(rows)) }
  var bytes: [UInt8] { Self.signature + header + chunks + data + Self.chunk("IEND", []) }

  static func chunk(_ name: String, _ bytes: [UInt8]) -> [UInt8] {
    let named = Array(name.utf8) + bytes
    return UInt32(bytes.count).bytes + named + crc(named).bytes
  }

  static func crc(_ bytes: [UInt8]) -> UInt32 {
    var rest: UInt32 = .max
    for byte in bytes {
      for bit in 0..<8 {
        let isOdd = (rest ^ UInt32(byte) >> UInt32(bit)) & 1 == 1
        rest = rest >> 1 ^ (isOdd ? 0xEDB8_8320 : 0)
      }
    }
    return ~rest
  }

  /// The bytes as a zlib stream that isn't compressed.
  static func stored(_ bytes: [UInt8]) -> [UInt8] {
    var stream: [UInt8] = [0x78, 0x01]
    var rest = bytes[...]
    repeat {
      let part = rest.prefix(0xFFFF)
      rest = rest.dropFirst(0xFFFF)
      let (low, high) = (UInt8(part.count & 255), UInt8(part.count >> 8))
      stream += [rest.isEmpty ? 1 : 0, low, high, ~low, ~high] + part
    } while !rest.isEmpty
    var (low, high) = (1, 0)
    for byte in bytes {
      low = (low + Int(byte)) % 65521
      high = (high + low) % 65521
    }
    return stream + (UInt32(high) << 16 | UInt32(low)).bytes
  }

  /// Changes the checksums of all chunks so that they fit, up to the first chunk that isn't whole.
  static func mended(_ file: [UInt8]) -> [UInt8] {
    var file = file
    var start = signature.count
    while start + 12 <= file.count {
      let length = file[start..<start + 4].reduce(0) { $0 << 8 | Int($1) }
      guard start + 12 + length <= file.count else { break }
      let end = start + 8 + length
      file.replaceSubrange(end..<end + 4, with: crc(Array(file[start + 4..<end])).bytes)
      start = end + 4
    }
    return file
  }
}

extension UInt32 {
  var bytes: [UInt8] { [24, 16, 8, 0].map { (shift: UInt32) -> UInt8 in UInt8(truncatingIfNeeded: self >> shift) } }
}

extension [UInt8] {
  init(hex: String) {
    let digits = hex.compactMap(\.hexDigitValue)
    self = stride(from: 0, to: digits.count, by: 2).map { UInt8(digits[$0] * 16 + digits[$0 + 1]) }
  }
}
