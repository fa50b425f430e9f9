/// A reading position in the bytes of a text.
///
/// The cursor borrows the bytes. It must not outlive the call that provides them.
struct JSONCursor {
  let bytes: UnsafeBufferPointer<UInt8>
  var place: Int
  /// Whether the last string was plain ASCII without escapes.
  var isPlain = true
  /// A buffer for unescaping strings. It's reused to avoid allocations.
  var scratch: [UInt8] = []
  /// The maximum number of consecutive combining marks.
  let marksInARow: Int

  init(_ bytes: UnsafeBufferPointer<UInt8>, marksInARow: Int = String.marksInARow) {
    self.bytes = bytes
    self.marksInARow = marksInARow
    place = bytes.startOfText
  }

  /// The current byte. At the end it's zero, which doesn't begin anything in JSON.
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

  /// Skips a byte if it's the wanted one, and returns whether it was.
  @inline(__always)
  mutating func skip(_ wanted: UInt8) -> Bool {
    guard byte == wanted else { return false }
    place += 1
    return true
  }

  /// Skips `true`, `false` or `null`.
  @inline(__always)
  mutating func word(_ word: StaticString) throws(JSONSyntaxError) {
    let length = word.utf8CodeUnitCount
    guard bytes.count - place >= length else { throw fault("a value") }
    for offset in 0..<length where bytes[place + offset] != word.utf8Start[offset] { throw fault("a value") }
    place += length
  }
}

extension UnsafeBufferPointer<UInt8> {
  /// The offset after a byte order mark. The mark isn't JSON, but editors write it, and RFC 8259 lets readers ignore
  /// it.
  var startOfText: Int { count >= 3 && self[0] == 0xEF && self[1] == 0xBB && self[2] == 0xBF ? 3 : 0 }
}
