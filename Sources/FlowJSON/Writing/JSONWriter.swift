/// Writes values as UTF-8 bytes. Beyond a number of levels, open containers are kept in an array, so that deeply nested
/// values don't exhaust the thread's stack.
struct JSONWriter {
  /// The maximum number of nested containers that are written by recursion.
  private static let greatestRecursion = 16

  private let style: JSONTextStyle
  private(set) var bytes: [UInt8] = []
  private var open: [Container] = []

  /// A partly written array or object.
  private enum Container {
    case array(IndexingIterator<[JSONValue]>)
    case object(IndexingIterator<[JSONObject.Member]>)
  }

  init(_ style: JSONTextStyle) {
    self.style = style
  }

  var text: String { String(decoding: bytes, as: UTF8.self) }

  mutating func write(_ value: JSONValue) { write(value, depth: 0) }

  /// Writes a value at a nesting depth.
  private mutating func write(_ value: JSONValue, depth: Int) {
    switch value {
    case .null: bytes.append(contentsOf: "null".utf8)
    case .bool(let bool): bytes.append(contentsOf: (bool ? "true" : "false").utf8)
    case .integer(let integer): bytes.append(contentsOf: String(integer).utf8)
    case .number(let number): bytes.append(contentsOf: (number.isFinite ? String(number) : "null").utf8)
    case .string(let string): quote(string)
    case .array(let elements) where elements.isEmpty: bytes.append(contentsOf: "[]".utf8)
    case .object(let object) where object.isEmpty: bytes.append(contentsOf: "{}".utf8)
    case _ where depth == Self.greatestRecursion: writeDeep(value, depth)
    case .array(let elements):
      bytes.append(UInt8(ascii: "["))
      for element in elements {
        separate(depth + 1)
        write(element, depth: depth + 1)
      }
      end(UInt8(ascii: "]"), depth)
    case .object(let object):
      bytes.append(UInt8(ascii: "{"))
      for member in members(of: object) {
        begin(member, depth + 1)
        write(member.value, depth: depth + 1)
      }
      end(UInt8(ascii: "}"), depth)
    }
  }

  /// Writes a value without recursion. It is slower, but needs no stack.
  private mutating func writeDeep(_ value: JSONValue, _ depth: Int) {
    let outer = open.count
    open(value, depth)
    while open.count > outer, let container = open.popLast() {
      let inner = depth + open.count + 1 - outer
      switch container {
      case .array(var rest):
        guard let element = rest.next() else {
          end(UInt8(ascii: "]"), inner - 1)
          continue
        }
        open.append(.array(rest))
        separate(inner)
        open(element, inner)
      case .object(var rest):
        guard let member = rest.next() else {
          end(UInt8(ascii: "}"), inner - 1)
          continue
        }
        open.append(.object(rest))
        begin(member, inner)
        open(member.value, inner)
      }
    }
  }

  /// Writes a value, or opens a container that has parts.
  private mutating func open(_ value: JSONValue, _ depth: Int) {
    switch value {
    case .array(let elements) where !elements.isEmpty:
      bytes.append(UInt8(ascii: "["))
      open.append(.array(elements.makeIterator()))
    case .object(let object) where !object.isEmpty:
      bytes.append(UInt8(ascii: "{"))
      open.append(.object(members(of: object).makeIterator()))
    default: write(value, depth: 0)
    }
  }

  private func members(of object: JSONObject) -> [JSONObject.Member] {
    style.isSorted ? object.members.sorted { $0.name < $1.name } : object.members
  }

  /// Writes the text before the value of a member.
  private mutating func begin(_ member: JSONObject.Member, _ depth: Int) {
    separate(depth)
    quote(member.name)
    bytes.append(UInt8(ascii: ":"))
    if style.isIndented { bytes.append(UInt8(ascii: " ")) }
  }

  private mutating func end(_ character: UInt8, _ depth: Int) {
    breakLine(depth)
    bytes.append(character)
  }

  /// Writes the separator before the next part of the innermost container.
  private mutating func separate(_ depth: Int) {
    if bytes.last != UInt8(ascii: "["), bytes.last != UInt8(ascii: "{") { bytes.append(UInt8(ascii: ",")) }
    breakLine(depth)
  }

  private mutating func breakLine(_ depth: Int) {
    guard style.isIndented else { return }
    bytes.append(UInt8(ascii: "\n"))
    bytes.append(contentsOf: repeatElement(UInt8(ascii: " "), count: 2 * depth))
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

  /// Appends a string, with the escapes that JSON requires.
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

  /// Appends a scalar, with additional escapes for scalars that could control a terminal.
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
  /// Whether the scalar could control a terminal or mislead a reader: a control, a line separator, or an invisible
  /// format character other than a joiner.
  fileprivate var mayControlTerminal: Bool {
    if isASCII { return value < 0x20 || value == 0x7F }
    if value == 0x200C || value == 0x200D { return false }
    return switch properties.generalCategory {
    case .control, .format, .lineSeparator, .paragraphSeparator: true
    default: false
    }
  }
}
