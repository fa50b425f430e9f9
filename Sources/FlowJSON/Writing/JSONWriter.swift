/// Writes values as UTF-8 bytes. Open containers are kept in an array, so nested values don't use the thread's stack.
struct JSONWriter {
  private let style: JSONTextStyle
  private(set) var bytes: [UInt8] = []
  private var open: [Container] = []

  /// A partly written array or object.
  private enum Container {
    case array(IndexingIterator<[JSONValue]>)
    case object(IndexingIterator<[JSONObject.Member]>)

    var end: UInt8 {
      switch self {
      case .array: UInt8(ascii: "]")
      case .object: UInt8(ascii: "}")
      }
    }
  }

  init(_ style: JSONTextStyle) {
    self.style = style
  }

  var text: String { String(decoding: bytes, as: UTF8.self) }

  mutating func write(_ value: JSONValue) {
    begin(value)
    while let container = open.popLast() {
      switch container {
      case .array(var rest):
        guard let element = rest.next() else {
          end(container)
          continue
        }
        open.append(.array(rest))
        separate()
        begin(element)
      case .object(var rest):
        guard let member = rest.next() else {
          end(container)
          continue
        }
        open.append(.object(rest))
        separate()
        quote(member.name)
        bytes.append(UInt8(ascii: ":"))
        if style.isIndented { bytes.append(UInt8(ascii: " ")) }
        begin(member.value)
      }
    }
  }

  /// Writes a value, or opens a container that has parts.
  private mutating func begin(_ value: JSONValue) {
    switch value {
    case .null: bytes.append(contentsOf: "null".utf8)
    case .bool(let bool): bytes.append(contentsOf: (bool ? "true" : "false").utf8)
    case .integer(let integer): bytes.append(contentsOf: String(integer).utf8)
    case .number(let number): bytes.append(contentsOf: (number.isFinite ? String(number) : "null").utf8)
    case .string(let string): quote(string)
    case .array(let elements) where elements.isEmpty: bytes.append(contentsOf: "[]".utf8)
    case .array(let elements):
      bytes.append(UInt8(ascii: "["))
      open.append(.array(elements.makeIterator()))
    case .object(let object) where object.isEmpty: bytes.append(contentsOf: "{}".utf8)
    case .object(let object):
      bytes.append(UInt8(ascii: "{"))
      let members = style.isSorted ? object.members.sorted { $0.name < $1.name } : object.members
      open.append(.object(members.makeIterator()))
    }
  }

  private mutating func end(_ container: Container) {
    breakLine()
    bytes.append(container.end)
  }

  /// Writes the separator before the next part of the innermost container.
  private mutating func separate() {
    if bytes.last != UInt8(ascii: "["), bytes.last != UInt8(ascii: "{") { bytes.append(UInt8(ascii: ",")) }
    breakLine()
  }

  private mutating func breakLine() {
    guard style.isIndented else { return }
    bytes.append(UInt8(ascii: "\n"))
    bytes.append(contentsOf: repeatElement(UInt8(ascii: " "), count: 2 * open.count))
  }

  private mutating func quote(_ string: String) {
    bytes.append(UInt8(ascii: "\""))
    if style.isPrintable, string.utf8.contains(where: { $0 >= 0x7F }) {
      for scalar in string.unicodeScalars { append(scalar) }
    } else {
      append(string)
    }
    bytes.append(UInt8(ascii: "\""))
  }

  /// Appends a text, and escapes what JSON requires.
  private mutating func append(_ string: String) {
    var string = string
    string.withUTF8 { text in
      var run = 0
      for (place, byte) in text.enumerated() where byte < 0x20 || byte == 0x22 || byte == 0x5C {
        bytes.append(contentsOf: UnsafeBufferPointer(rebasing: text[run..<place]))
        escape(byte)
        run = place + 1
      }
      bytes.append(contentsOf: UnsafeBufferPointer(rebasing: text[run...]))
    }
  }

  /// Appends a scalar, and also escapes what could control a terminal.
  private mutating func append(_ scalar: Unicode.Scalar) {
    if scalar.value < 0x20 || scalar == "\"" || scalar == "\\" {
      escape(UInt8(truncatingIfNeeded: scalar.value))
    } else if scalar.mayControlTerminal {
      for unit in String(scalar).utf16 { escape(unit) }
    } else {
      bytes.append(contentsOf: String(scalar).utf8)
    }
  }

  private mutating func escape(_ byte: UInt8) {
    switch byte {
    case UInt8(ascii: "\""): bytes.append(contentsOf: #"\""#.utf8)
    case UInt8(ascii: "\\"): bytes.append(contentsOf: #"\\"#.utf8)
    case UInt8(ascii: "\n"): bytes.append(contentsOf: #"\n"#.utf8)
    case UInt8(ascii: "\r"): bytes.append(contentsOf: #"\r"#.utf8)
    case UInt8(ascii: "\t"): bytes.append(contentsOf: #"\t"#.utf8)
    default: escape(UInt16(byte))
    }
  }

  /// Writes a UTF-16 code unit as four digits.
  private mutating func escape(_ unit: UInt16) {
    let digits = String(unit, radix: 16)
    bytes.append(contentsOf: #"\u"#.utf8)
    bytes.append(contentsOf: repeatElement(UInt8(ascii: "0"), count: 4 - digits.utf8.count))
    bytes.append(contentsOf: digits.utf8)
  }
}

extension Unicode.Scalar {
  /// Whether the scalar could control a terminal or mislead a reader: a control, a separator of lines, or an invisible format
  /// character other than a joiner.
  fileprivate var mayControlTerminal: Bool {
    if isASCII { return value < 0x20 || value == 0x7F }
    if value == 0x200C || value == 0x200D { return false }
    return switch properties.generalCategory {
    case .control, .format, .lineSeparator, .paragraphSeparator: true
    default: false
    }
  }
}
