/// Decodes keys from the bytes that a terminal sends. The bytes arrive in pieces of any size.
///
/// A plain value without a clock. The reader reports when no byte has followed an escape for a while.
struct KeyDecoder: Sendable {
  private enum State: Sendable, Equatable {
    case ground
    /// After the byte of the escape key, which also starts the sequences of other keys.
    case escape
    /// In a sequence `ESC [`, with the bytes received so far.
    case control([UInt8])
    /// After `ESC O`.
    case singleShift
    /// In a report of the mouse in the old form, `ESC [ M` and three bytes, with the number of bytes that are left.
    case mouse(rest: Int)
    /// In a character with several bytes.
    case character([UInt8], length: Int, isAlt: Bool)
    /// Between the brackets of a paste.
    case paste
    /// In a string that a terminal sends without a request, which is skipped. The value indicates whether the last byte
    /// was an escape.
    case text(isEscaped: Bool)
  }

  /// The maximum length of pasted text in bytes. The rest is discarded.
  private static let maximumPaste = 1 << 20
  /// The maximum length of a sequence. A longer one isn't a key.
  private static let maximumSequence = 64
  private static let controlC: UInt8 = 0x03
  private static let pasteEnd: [UInt8] = Array("\u{1B}[201~".utf8)

  private var state = State.ground
  /// The bytes of a paste. They aren't part of the state, which would be copied for every byte.
  private var pasted: [UInt8] = []

  /// Whether the last bytes are a key if nothing follows. The escape key sends the same byte that starts other
  /// sequences.
  var isWaiting: Bool {
    switch state {
    case .ground, .character: false
    // A pasted text can contain the byte that Ctrl-C sends.
    case .paste: pasted.last == Self.controlC
    default: true
    }
  }

  /// The number of bytes that it holds of a paste whose end hasn't arrived.
  var pastedCount: Int { pasted.count }

  /// Receives bytes, and returns the keys that are now complete.
  mutating func received(_ bytes: some Sequence<UInt8>) -> [Key] {
    var keys: [Key] = []
    for byte in bytes { receive(byte, &keys) }
    return keys
  }

  /// Ends the current sequence, because no byte has followed for a while, and returns its key.
  mutating func nothingFollowed() -> [Key] {
    defer {
      if isWaiting {
        state = .ground
        pasted = []
      }
    }
    return switch state {
    case .escape: [.escape]
    case .control([]): [.alt("[")]
    case .singleShift: [.alt("O")]
    // The end of the paste hasn't arrived, and may never arrive.
    case .paste where isWaiting: [.control("c")]
    default: []
    }
  }

  private mutating func receive(_ byte: UInt8, _ keys: inout [Key]) {
    switch state {
    case .ground: receiveFirst(byte, isAlt: false, &keys)
    case .escape:
      state = .ground
      switch byte {
      case UInt8(ascii: "["): state = .control([])
      case UInt8(ascii: "O"): state = .singleShift
      case UInt8(ascii: "]"), UInt8(ascii: "P"), UInt8(ascii: "_"), UInt8(ascii: "^"): state = .text(isEscaped: false)
      case 0x1B:
        keys.append(.escape)
        state = .escape
      default: receiveFirst(byte, isAlt: true, &keys)
      }
    case .singleShift:
      state = .ground
      if let key = KeySequence.key(final: byte, parameters: []) { keys.append(key) }
    case .control(let bytes): receiveControl(byte, bytes, &keys)
    case .mouse(let rest):
      // The bytes of a report are no control characters.
      if byte < 0x20 { return endSequence(byte, &keys) }
      state = rest > 1 ? .mouse(rest: rest - 1) : .ground
    case .character(let bytes, let length, let isAlt): receiveRest(byte, bytes, length, isAlt, &keys)
    case .paste: receivePaste(byte, &keys)
    case .text(let isEscaped):
      // The string ends with a bell, or with an escape and a backslash.
      let ends = byte == 0x07 || (isEscaped && byte == UInt8(ascii: "\\"))
      if byte == Self.controlC { return endSequence(byte, &keys) }
      state = ends ? .ground : .text(isEscaped: byte == 0x1B)
    }
  }

  private mutating func receiveFirst(_ byte: UInt8, isAlt: Bool, _ keys: inout [Key]) {
    switch byte {
    case 0x1B: state = .escape
    case 0x0D, 0x0A: keys.append(.enter)
    case 0x09: keys.append(.tab)
    case 0x08, 0x7F: keys.append(.backspace)
    case 0x00: keys.append(.control(" "))
    case 0x01...0x1A: keys.append(.control(Character(Unicode.Scalar(byte + 0x60))))
    case 0x1C...0x1F: keys.append(.control(Character(Unicode.Scalar(byte + 0x40))))
    case 0x20...0x7E:
      let character = Character(Unicode.Scalar(byte))
      keys.append(isAlt ? .alt(character) : .character(character))
    case 0xC2...0xDF: state = .character([byte], length: 2, isAlt: isAlt)
    case 0xE0...0xEF: state = .character([byte], length: 3, isAlt: isAlt)
    case 0xF0...0xF4: state = .character([byte], length: 4, isAlt: isAlt)
    default: keys.append(.character("\u{FFFD}"))
    }
  }

  private mutating func receiveRest(
    _ byte: UInt8, _ bytes: [UInt8], _ length: Int, _ isAlt: Bool, _ keys: inout [Key]
  ) {
    let bytes = bytes + [byte]
    guard (0x80...0xBF).contains(byte) else {
      // The character is incomplete, and this byte starts the next one.
      keys.append(.character("\u{FFFD}"))
      state = .ground
      return receive(byte, &keys)
    }
    guard bytes.count == length else {
      state = .character(bytes, length: length, isAlt: isAlt)
      return
    }
    state = .ground
    let character = String(validating: bytes, as: UTF8.self)?.first ?? "\u{FFFD}"
    keys.append(isAlt ? .alt(character) : .character(character))
  }

  private mutating func receiveControl(_ byte: UInt8, _ bytes: [UInt8], _ keys: inout [Key]) {
    switch byte {
    case 0x20...0x3F where bytes.count < Self.maximumSequence: state = .control(bytes + [byte])
    // The Linux console sends F1 to F5 as `ESC [ [ A` to `ESC [ [ E`.
    case UInt8(ascii: "[") where bytes.isEmpty: state = .control([byte])
    case UInt8(ascii: "M") where bytes.isEmpty: state = .mouse(rest: 3)
    case 0x40...0x7E:
      state = .ground
      if byte == UInt8(ascii: "~"), bytes == Array("200".utf8) {
        state = .paste
      } else if let key = KeySequence.key(final: byte, parameters: bytes) {
        keys.append(key)
      }
    case 0x1B: state = .escape
    case Self.controlC: endSequence(byte, &keys)
    default: state = .ground
    }
  }

  /// Ends a sequence without its end, because the user has pressed a key.
  private mutating func endSequence(_ byte: UInt8, _ keys: inout [Key]) {
    state = .ground
    receiveFirst(byte, isAlt: false, &keys)
  }

  private mutating func receivePaste(_ byte: UInt8, _ keys: inout [Key]) {
    pasted.append(byte)
    if byte == UInt8(ascii: "~"), pasted.suffix(Self.pasteEnd.count) == Self.pasteEnd[...] {
      let text = String(decoding: pasted.dropLast(Self.pasteEnd.count).prefix(Self.maximumPaste), as: UTF8.self)
      keys.append(.paste(text.unifyingLineEnds))
      pasted = []
      state = .ground
    } else if pasted.count > Self.maximumPaste + 4096 {
      // Beyond the maximum, keeps only the bytes that may belong to the end of the paste.
      pasted.removeSubrange(Self.maximumPaste..<pasted.count - 16)
    }
  }
}

extension String {
  /// The text with `\n` for every line end. Terminals send a carriage return as the line end, and pasted text can
  /// contain others. Compares bytes, because comparing characters with many combining marks takes long.
  fileprivate var unifyingLineEnds: String {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(utf8.count)
    var previous: UInt8 = 0
    for byte in utf8 {
      if byte != UInt8(ascii: "\n") || previous != UInt8(ascii: "\r") {
        bytes.append(byte == UInt8(ascii: "\r") ? UInt8(ascii: "\n") : byte)
      }
      previous = byte
    }
    return String(decoding: bytes, as: UTF8.self)
  }
}
