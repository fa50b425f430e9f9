extension JSONCursor {
  /// Returns the error for unexpected text at the current position.
  @inline(never)
  func fault(_ expected: String) -> JSONSyntaxError {
    fault(expected, at: place, found: found)
  }

  /// Returns the error for unexpected text at a position.
  @inline(never)
  func fault(_ expected: String, at place: Int, found: String) -> JSONSyntaxError {
    JSONSyntaxError(at: JSONPosition(offset: place, in: bytes), expected: expected, found: found)
  }

  /// A description of the text at the current position: a whole word, or a single character.
  private var found: String {
    guard place < bytes.count else { return "the end of the text" }
    switch bytes[place] {
    case UInt8(ascii: "\n"), UInt8(ascii: "\r"): return "a line break"
    case UInt8(ascii: "\t"): return "a tab"
    case UInt8(ascii: " "): return "a space"
    case 0..<0x20, 0x7F: return "the control character \(hexadecimal(bytes[place]))"
    case UInt8(ascii: "\""): return "a quotation mark"
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"): return foundWord
    case 0x80...:
      guard let length = sequenceLength(at: place) else { return "the byte \(hexadecimal(bytes[place]))" }
      return "\"\(text(place..<place + length))\""
    default: return "\"\(text(place..<place + 1))\""
    }
  }

  private var foundWord: String {
    let letters = bytes[place...].prefix(21).prefix { byte in
      switch byte {
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"): true
      default: false
      }
    }
    if letters.count == 1 { return "\"\(text(place..<place + 1))\"" }
    return letters.count > 20 ? "a long word" : "the word \"\(text(letters.startIndex..<letters.endIndex))\""
  }

  /// Returns a part of the text.
  func text(_ range: Range<Int>) -> String {
    String(decoding: UnsafeBufferPointer(rebasing: bytes[range]), as: UTF8.self)
  }

  private func hexadecimal(_ byte: UInt8) -> String {
    (byte < 0x10 ? "0x0" : "0x") + String(byte, radix: 16, uppercase: true)
  }
}
