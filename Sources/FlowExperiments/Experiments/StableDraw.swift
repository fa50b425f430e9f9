/// Draws numbers from names. The same names draw the same number on every platform and in every release.
///
/// The message contains each name as the number of its UTF-8 bytes (eight bytes, little-endian), the bytes, and zeros up to
/// the next multiple of eight. So two different lists of names never make the same message. The number is made from the
/// SipHash-2-4 of the message. The bytes of the key are the ASCII text `FlowState/assign`. None of this may change: a change
/// would assign the units of every experiment anew.
struct StableDraw {
  private var hash = SipHash(key: (0x7461_7453_776f_6c46, 0x6e67_6973_7361_2f65))

  /// Creates a draw from names that several draws share.
  init(_ names: String...) {
    for name in names { append(name) }
  }

  private mutating func append(_ name: String) {
    var name = name
    name.withUTF8 { bytes in
      hash.append(UInt64(bytes.count))
      let bytes = UnsafeRawBufferPointer(bytes)
      var offset = 0
      while offset &+ 8 <= bytes.count {
        hash.append(UInt64(littleEndian: bytes.loadUnaligned(fromByteOffset: offset, as: UInt64.self)))
        offset &+= 8
      }
      guard offset < bytes.count else { return }
      var word: UInt64 = 0
      var shift: UInt64 = 0
      while offset < bytes.count {
        word |= UInt64(bytes[offset]) &<< shift
        shift &+= 8
        offset &+= 1
      }
      hash.append(word)
    }
  }

  /// A number between 0 and 1, exclusive: one of 2^52 evenly spaced numbers, none of which needs rounding.
  var uniform: Double {
    (Double(hash.finished() &>> 12) + 0.5) * 0x1p-52
  }

  /// Returns a number between 0 and 1, exclusive, that also depends on one more name.
  func uniform(with name: String) -> Double {
    var draw = self
    draw.append(name)
    return draw.uniform
  }
}
