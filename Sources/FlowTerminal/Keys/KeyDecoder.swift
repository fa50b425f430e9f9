/// Makes keys of the bytes that a terminal sends, which arrive in pieces of any size.
///
/// A plain value without a clock: whoever reads says when nothing has followed an escape for a while.
struct KeyDecoder: Sendable {
  private enum State: Sendable, Equatable {
    case ground
    /// After the byte of the escape key, which also begins the sequences of other keys.
    case escape
    /// In a sequence `ESC [`, with what came of it.
    case control([UInt8])
    /// After `ESC O`.
    case singleShift
    /// In a character of several bytes.
    case character([UInt8], length: Int, isAlt: Bool)
    /// Between the brackets of a paste.
    case paste
    /// In a text that a terminal sends unasked, up to its end; the value tells whether an escape came last.
    case text(isEscaped: Bool)
  }

  /// More is not pasted; the rest is dropped.
  private static let maximumPaste = 1 << 20
  /// A longer sequence is no key.
  private static let maximumSequence = 64
  private static let pasteEnd: [UInt8] = Array("\u{1B}[201~".utf8)

  private var state = State.ground
  /// What came of a paste. Not in the state, which would be copied for every byte.
  private var pasted: [UInt8] = []

  /// Whether a key may have come already, if nothing follows: the escape key sends the byte that begins the others.
  var isWaiting: Bool {
    switch state {
    case .ground, .paste, .character: false
    default: true
    }
  }

  /// Takes bytes and returns the keys that are complete with them.
  mutating func received(_ bytes: some Sequence<UInt8>) -> [Key] {
    var keys: [Key] = []
    for byte in bytes { receive(byte, &keys) }
    return keys
  }

  /// Says that nothing followed for so long that nothing belongs to what came last.
  mutating func nothingFollowed() -> [Key] {
    defer { if isWaiting { state = .ground } }
    return switch state {
    case .escape: [.escape]
    case .control([]): [.alt("[")]
    case .singleShift: [.alt("O")]
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
    case .character(let bytes, let length, let isAlt): receiveRest(byte, bytes, length, isAlt, &keys)
    case .paste: receivePaste(byte, &keys)
    case .text(let isEscaped):
      // Its end is a bell, or an escape and a backslash.
      let ends = byte == 0x07 || (isEscaped && byte == UInt8(ascii: "\\"))
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
      // The character was broken off; this byte begins something else.
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
    case 0x40...0x7E:
      state = .ground
      if byte == UInt8(ascii: "~"), bytes == Array("200".utf8) {
        state = .paste
      } else if let key = KeySequence.key(final: byte, parameters: bytes) {
        keys.append(key)
      }
    case 0x1B: state = .escape
    default: state = .ground
    }
  }

  private mutating func receivePaste(_ byte: UInt8, _ keys: inout [Key]) {
    pasted.append(byte)
    if byte == UInt8(ascii: "~"), pasted.suffix(Self.pasteEnd.count) == Self.pasteEnd[...] {
      let text = String(decoding: pasted.dropLast(Self.pasteEnd.count).prefix(Self.maximumPaste), as: UTF8.self)
      keys.append(.paste(text.unifyingLineEnds))
      pasted = []
      state = .ground
    } else if pasted.count > Self.maximumPaste + 4096 {
      // Past the maximum only what may be the end is kept in sight.
      pasted.removeSubrange(Self.maximumPaste..<pasted.count - 16)
    }
  }
}

extension String {
  /// Terminals send a carriage return for a line end; what was copied may have others.
  fileprivate var unifyingLineEnds: String {
    String(map { $0 == "\r\n" || $0 == "\r" ? "\n" : $0 })
  }
}
