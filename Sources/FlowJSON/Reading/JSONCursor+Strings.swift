import Foundation

extension JSONCursor {
  /// Reads a string. The cursor starts after the opening quotation mark and ends after the closing one.
  @inline(__always)
  mutating func string() throws(JSONSyntaxError) -> String {
    let start = place
    isPlain = true
    try skipPlain(from: start)
    let string = isPlain && isAtQuote ? text(start..<place) : try otherString(from: start)
    place += 1
    return string
  }

  /// Reads a string of ASCII without escapes, and returns its range. For any other string, the cursor stays at the
  /// start and the result is `nil`.
  @inline(__always)
  mutating func plainString() throws(JSONSyntaxError) -> Range<Int>? {
    let start = place
    isPlain = true
    try skipPlain(from: start)
    guard isPlain, isAtQuote else {
      place = start
      return nil
    }
    place += 1
    return start..<place - 1
  }

  /// Whether the cursor is at a quotation mark. Otherwise, ``skipPlain(from:)`` ended at a backslash.
  @inline(__always)
  private var isAtQuote: Bool { bytes[place] == UInt8(ascii: "\"") }

  /// Reads a string with escapes or with characters beyond ASCII. The cursor ends at the closing quotation mark.
  @inline(never)
  private mutating func otherString(from start: Int) throws(JSONSyntaxError) -> String {
    let string =
      isAtQuote ? String(exactly: UnsafeBufferPointer(rebasing: bytes[start..<place])) : try unescaped(from: start)
    isPlain = false
    guard let string else { throw invalidUTF8(from: start) ?? fault("UTF-8") }
    try limitMarks(in: string, from: start)
    return string
  }

  /// Reads a string whose first escape is at the cursor. Returns `nil` if it isn't UTF-8.
  private mutating func unescaped(from start: Int) throws(JSONSyntaxError) -> String? {
    scratch.removeAll(keepingCapacity: true)
    var run = start
    while true {
      scratch.append(contentsOf: UnsafeBufferPointer(rebasing: bytes[run..<place]))
      if isAtQuote { return scratch.withUnsafeBufferPointer { String(exactly: $0) } }
      scratch.append(contentsOf: UTF8.encode(try escape(from: start)).unsafelyUnwrapped)
      run = place
      try skipPlain(from: start)
    }
  }

  private func limitMarks(in string: String, from start: Int) throws(JSONSyntaxError) {
    if marksInARow < .max, string.hasMarks(inARow: marksInARow + 1) {
      throw fault("at most \(marksInARow) combining marks in a row", at: start - 1, found: "more")
    }
  }

  /// Skips a string. The cursor starts after the opening quotation mark and ends after the closing one.
  mutating func skipString() throws(JSONSyntaxError) {
    let start = place
    isPlain = true
    while true {
      try skipPlain(from: start)
      if isAtQuote { break }
      _ = try escape(from: start)
    }
    if !isPlain, let fault = invalidUTF8(from: start) { throw fault }
    place += 1
  }

  /// Advances to the next quotation mark or backslash, and notes whether there are characters beyond ASCII on the way.
  /// The caller checks that they are UTF-8. The string begins at `start`.
  @inline(__always)
  private mutating func skipPlain(from start: Int) throws(JSONSyntaxError) {
    while true {
      skipPlainWords()
      guard place < bytes.count, bytes[place] >= 0x20 else { throw unfinished(from: start) }
      switch bytes[place] {
      case UInt8(ascii: "\""), UInt8(ascii: "\\"): return
      case 0x80...: isPlain = false
      default: break
      }
      place += 1
    }
  }

  /// Advances eight bytes at a time, to the first quotation mark, backslash or control character or to the last seven
  /// bytes of the text.
  @inline(__always)
  private mutating func skipPlainWords() {
    let ones: UInt64 = 0x0101_0101_0101_0101
    let tops: UInt64 = 0x8080_8080_8080_8080
    while bytes.count - place >= 8 {
      let word = UInt64(
        littleEndian: UnsafeRawPointer(bytes.baseAddress.unsafelyUnwrapped + place).loadUnaligned(as: UInt64.self))
      // Sets the top bit of each byte that is a quotation mark, a backslash or a control character. A borrow can set a
      // wrong bit only above a byte whose bit is set correctly, so the lowest bit is always right.
      let quote = word ^ (ones &* 0x22)
      let slash = word ^ (ones &* 0x5C)
      let control = (word &- ones &* 0x20) & ~word
      let stops = (((quote &- ones) & ~quote) | ((slash &- ones) & ~slash) | control) & tops
      if stops == 0 {
        if word & tops != 0 { isPlain = false }
        place += 8
      } else {
        let length = stops.trailingZeroBitCount >> 3
        if word & tops & ((1 << (8 * UInt64(length))) &- 1) != 0 { isPlain = false }
        place += length
        return
      }
    }
  }

  /// Returns the error that a string ends before its closing quotation mark.
  @inline(never)
  private func unfinished(from start: Int) -> JSONSyntaxError {
    if let fault = invalidUTF8(from: start) { return fault }
    switch byte {
    case UInt8(ascii: "\n"), UInt8(ascii: "\r"): return fault("a closing quotation mark")
    default: return fault(place < bytes.count ? "an escape for a control character" : "a closing quotation mark")
    }
  }

  /// Returns the error that the text between a position and the cursor isn't UTF-8, or `nil` if it is.
  @inline(never)
  private func invalidUTF8(from start: Int) -> JSONSyntaxError? {
    var cursor = self
    cursor.place = start
    while cursor.place < place {
      guard let length = sequenceLength(at: cursor.place) else { return cursor.fault("UTF-8") }
      cursor.place += length
    }
    return nil
  }

  /// Reads an escape in the string that starts at a position. The cursor starts at its backslash.
  private mutating func escape(from start: Int) throws(JSONSyntaxError) -> Unicode.Scalar {
    let backslash = place
    do {
      return try escape()
    } catch {
      place = backslash
      throw invalidUTF8(from: start) ?? error
    }
  }

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

extension String {
  /// Creates a string from UTF-8; returns `nil` if the bytes aren't UTF-8.
  ///
  /// Decoding repairs invalid UTF-8, so the text then differs from the bytes. Comparing them is many times faster than
  /// `String(validating:as:)`.
  fileprivate init?(exactly bytes: UnsafeBufferPointer<UInt8>) {
    self.init(decoding: bytes, as: UTF8.self)
    let isSame = withUTF8 { text in
      guard text.count == bytes.count else { return false }
      guard let left = text.baseAddress, let right = bytes.baseAddress else { return true }
      return memcmp(left, right, text.count) == 0
    }
    guard isSame else { return nil }
  }
}
