/// A place in a text of bytes, which moves on.
///
/// The bytes are borrowed: a cursor lives no longer than the call that lends them.
struct JSONCursor {
  let bytes: UnsafeBufferPointer<UInt8>
  var place: Int
  /// Whether the last string was written without escapes and in ASCII.
  var isPlain = true
  /// What an unescaped string is put together in, kept so that it is allocated once.
  var scratch: [UInt8] = []

  init(_ bytes: UnsafeBufferPointer<UInt8>) {
    self.bytes = bytes
    place = bytes.startOfText
  }

  /// The byte here; at the end zero, which begins nothing in JSON.
  @inline(__always)
  var byte: UInt8 { place < bytes.count ? bytes[place] : 0 }

  @inline(__always)
  mutating func skipSpace() {
    while place < bytes.count {
      switch bytes[place] {
      case UInt8(ascii: " "), UInt8(ascii: "\n"), UInt8(ascii: "\r"), UInt8(ascii: "\t"): place += 1
      default: return
      }
    }
  }

  /// Passes over a byte if it is the one that is wanted.
  @inline(__always)
  mutating func skip(_ wanted: UInt8) -> Bool {
    guard byte == wanted else { return false }
    place += 1
    return true
  }

  /// Passes over `true`, `false` or `null`.
  @inline(__always)
  mutating func word(_ word: StaticString) throws(JSONSyntaxError) {
    let length = word.utf8CodeUnitCount
    guard bytes.count - place >= length else { throw fault("a value") }
    for offset in 0..<length where bytes[place + offset] != word.utf8Start[offset] { throw fault("a value") }
    place += length
  }
}

extension UnsafeBufferPointer<UInt8> {
  /// Where the text begins: a byte order mark is no JSON, but RFC 8259 allows readers to pass over it, and editors write it.
  var startOfText: Int { count >= 3 && self[0] == 0xEF && self[1] == 0xBB && self[2] == 0xBF ? 3 : 0 }
}
