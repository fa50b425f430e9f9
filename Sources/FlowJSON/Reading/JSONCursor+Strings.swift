extension JSONCursor {
  /// Reads a string. The cursor starts after the opening quotation mark and ends after the closing one.
  @inline(__always)
  mutating func string() throws(JSONSyntaxError) -> String {
    let start = place
    isPlain = true
    try skipPlain()
    let string = bytes[place] == UInt8(ascii: "\"") ? text(start..<place) : try escapedString(from: start)
    place += 1
    if !isPlain { try limitMarks(in: string, from: start) }
    return string
  }

  /// Limits the combining marks in a row. Swift compares strings in time that grows with the square of that number: a
  /// megabyte of marks would take hours.
  @inline(never)
  private func limitMarks(in string: String, from start: Int) throws(JSONSyntaxError) {
    // Each mark takes at least two bytes.
    guard string.utf8.count > 2 * Self.marksInARow else { return }
    var marks = 0
    for scalar in string.unicodeScalars {
      // U+0300 is the first scalar with a combining class.
      let isMark = scalar.value >= 0x300 && scalar.properties.canonicalCombiningClass != .notReordered
      marks = isMark ? marks + 1 : 0
      guard marks <= Self.marksInARow else {
        throw fault("at most \(Self.marksInARow) combining marks in a row", at: start - 1, found: "more")
      }
    }
  }

  private static let marksInARow = 128

  /// Skips a string. The cursor starts after the opening quotation mark and ends after the closing one.
  mutating func skipString() throws(JSONSyntaxError) {
    while true {
      try skipPlain()
      if skip(UInt8(ascii: "\"")) { return }
      _ = try escape()
    }
  }

  /// Advances to the next quotation mark or backslash.
  @inline(__always)
  private mutating func skipPlain() throws(JSONSyntaxError) {
    while true {
      skipPlainWords()
      guard place < bytes.count else { throw fault("a closing quotation mark") }
      switch bytes[place] {
      case UInt8(ascii: "\""), UInt8(ascii: "\\"): return
      case UInt8(ascii: "\n"), UInt8(ascii: "\r"): throw fault("a closing quotation mark")
      case 0..<0x20: throw fault("an escape for a control character")
      case 0..<0x80: place += 1
      default:
        guard let length = sequenceLength(at: place) else { throw fault("UTF-8") }
        isPlain = false
        place += length
      }
    }
  }

  /// Advances eight bytes at a time, to the first byte that isn't plain ASCII or to the last seven bytes of the text.
  @inline(__always)
  private mutating func skipPlainWords() {
    let ones: UInt64 = 0x0101_0101_0101_0101
    let tops: UInt64 = 0x8080_8080_8080_8080
    while bytes.count - place >= 8 {
      let word = UInt64(
        littleEndian: UnsafeRawPointer(bytes.baseAddress.unsafelyUnwrapped + place).loadUnaligned(as: UInt64.self))
      // Sets the top bit of each byte that is a quotation mark, a backslash, a control character or not ASCII. A borrow
      // can set a wrong bit only above a byte whose bit is set correctly, so the lowest bit is always right.
      let quote = word ^ (ones &* 0x22)
      let slash = word ^ (ones &* 0x5C)
      let control = (word &- ones &* 0x20) & ~word
      let stops = (((quote &- ones) & ~quote) | ((slash &- ones) & ~slash) | control | word) & tops
      if stops == 0 {
        place += 8
      } else {
        place += stops.trailingZeroBitCount >> 3
        return
      }
    }
  }

  @inline(never)
  private mutating func escapedString(from start: Int) throws(JSONSyntaxError) -> String {
    scratch.removeAll(keepingCapacity: true)
    var run = start
    isPlain = false
    while true {
      scratch.append(contentsOf: UnsafeBufferPointer(rebasing: bytes[run..<place]))
      if byte == UInt8(ascii: "\"") { return String(decoding: scratch, as: UTF8.self) }
      scratch.append(contentsOf: UTF8.encode(try escape()).unsafelyUnwrapped)
      run = place
      try skipPlain()
    }
  }

  /// Reads an escape. The cursor starts at its backslash.
  private mutating func escape() throws(JSONSyntaxError) -> Unicode.Scalar {
    place += 1
    let kind = byte
    switch kind {
    case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"):
      place += 1
      return Unicode.Scalar(kind)
    case UInt8(ascii: "b"): place += 1; return "\u{8}"
    case UInt8(ascii: "f"): place += 1; return "\u{C}"
    case UInt8(ascii: "n"): place += 1; return "\n"
    case UInt8(ascii: "r"): place += 1; return "\r"
    case UInt8(ascii: "t"): place += 1; return "\t"
    case UInt8(ascii: "u"): return try unicodeEscape()
    default: throw fault(#"one of " \ / b f n r t u after a backslash"#)
    }
  }

  /// Reads a Unicode escape, such as `u0041` or `uD83D\uDE00`.
  private mutating func unicodeEscape() throws(JSONSyntaxError) -> Unicode.Scalar {
    let start = place - 1
    place += 1
    let first = try fourDigits()
    if let scalar = Unicode.Scalar(first) { return scalar }
    let pair = "a pair of surrogates"
    guard first < 0xDC00 else { throw fault(pair, at: start, found: "only the second one") }
    guard skip(UInt8(ascii: "\\")), skip(UInt8(ascii: "u")) else {
      throw fault(pair, at: start, found: "only the first one")
    }
    let second = try fourDigits()
    guard (0xDC00..<0xE000).contains(second),
      let scalar = Unicode.Scalar(0x10000 + (first - 0xD800) << 10 + (second - 0xDC00))
    else { throw fault(pair, at: start, found: "only the first one") }
    return scalar
  }

  private mutating func fourDigits() throws(JSONSyntaxError) -> UInt32 {
    var code: UInt32 = 0
    for _ in 0..<4 {
      let digit: UInt8
      switch byte {
      case UInt8(ascii: "0")...UInt8(ascii: "9"): digit = byte - UInt8(ascii: "0")
      case UInt8(ascii: "a")...UInt8(ascii: "f"): digit = byte - UInt8(ascii: "a") + 10
      case UInt8(ascii: "A")...UInt8(ascii: "F"): digit = byte - UInt8(ascii: "A") + 10
      default: throw fault(#"four hexadecimal digits after "\u""#)
      }
      code = code << 4 | UInt32(digit)
      place += 1
    }
    return code
  }

  /// Returns the number of bytes in the UTF-8 sequence at a position, or `nil` if the sequence is invalid: truncated,
  /// overlong, a surrogate or beyond Unicode.
  func sequenceLength(at place: Int) -> Int? {
    func isContinuation(_ offset: Int, _ range: ClosedRange<UInt8> = 0x80...0xBF) -> Bool {
      place + offset < bytes.count && range.contains(bytes[place + offset])
    }
    switch bytes[place] {
    case 0..<0x80: return 1
    case 0xC2...0xDF: return isContinuation(1) ? 2 : nil
    case 0xE0: return isContinuation(1, 0xA0...0xBF) && isContinuation(2) ? 3 : nil
    case 0xED: return isContinuation(1, 0x80...0x9F) && isContinuation(2) ? 3 : nil
    case 0xE1...0xEF: return isContinuation(1) && isContinuation(2) ? 3 : nil
    case 0xF0: return isContinuation(1, 0x90...0xBF) && isContinuation(2) && isContinuation(3) ? 4 : nil
    case 0xF4: return isContinuation(1, 0x80...0x8F) && isContinuation(2) && isContinuation(3) ? 4 : nil
    case 0xF1...0xF3: return isContinuation(1) && isContinuation(2) && isContinuation(3) ? 4 : nil
    default: return nil
    }
  }
}
