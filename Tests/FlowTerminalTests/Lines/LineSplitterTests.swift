import Testing

@testable import FlowTerminal

@Suite("LineSplitter")
struct LineSplitterTests {
  struct Case: Sendable, CustomTestStringConvertible {
    let name: String
    let bytes: [UInt8]
    let inputs: [LineInput]

    init(_ name: String, _ text: String, _ inputs: [LineInput]) {
      self.init(name, Array(text.utf8), inputs)
    }

    init(_ name: String, _ bytes: [UInt8], _ inputs: [LineInput]) {
      self.name = name
      self.bytes = bytes
      self.inputs = inputs
    }

    var testDescription: String { name }
  }

  // The maximum is 8 bytes.
  static let cases = [
    Case("nothing", "", []),
    Case("one line", "Bo\n", .lines("Bo")),
    Case("several lines", "a\nb\nc\n", .lines("a", "b", "c")),
    Case("empty lines", "\n\n", .lines("", "")),
    Case("a last line without a line end", "a\nb", .lines("a", "b")),
    Case("carriage returns before line ends", "a\r\nb\r\n\r\n", .lines("a", "b", "")),
    Case("a carriage return inside a line and at the end", "a\rb\nc\r", .lines("a\rb", "c\r")),
    Case("only one carriage return belongs to the line end", "a\r\r\n", .lines("a\r")),
    Case("NUL bytes", "a\0b\n\0\n", .lines("a\0b", "\0")),
    Case("characters of two to four bytes", "é€😀\n", [.refused(.tooLong(maximum: 8))]),
    Case("characters of three and four bytes", "€😀\n", .lines("€😀")),
    Case("a line as long as allowed", "12345678\nx\n", .lines("12345678", "x")),
    Case("a line as long as allowed with a carriage return", "12345678\r\nx\n", .lines("12345678", "x")),
    Case("a line as long as allowed without a line end", "12345678", .lines("12345678")),
    Case("a line too long by one", "123456789\nx\n", [.refused(.tooLong(maximum: 8)), .line("x")]),
    Case(
      "a line too long by a carriage return inside", "12345678\r9\nx", [.refused(.tooLong(maximum: 8)), .line("x")]),
    Case("a line too long by a carriage return at the end", "12345678\r", [.refused(.tooLong(maximum: 8))]),
    Case("a line far too long without a line end", "1234567890123", [.refused(.tooLong(maximum: 8))]),
    Case(
      "two lines too long in a row", "1234567890\n1234567890\n",
      [.refused(.tooLong(maximum: 8)), .refused(.tooLong(maximum: 8))]),
    Case("a byte that is never UTF-8", [0x61, 0xFF, 0x62, 0x0A, 0x63], [.refused(.invalidUTF8(byte: 2)), .line("c")]),
    Case("a continuation byte at the start", [0x80, 0x0A], [.refused(.invalidUTF8(byte: 1))]),
    Case(
      "a character cut off by the line end", [0xE2, 0x82, 0x0A, 0x61], [.refused(.invalidUTF8(byte: 1)), .line("a")]),
    Case("a character cut off by the end of input", [0x61, 0xC3], [.refused(.invalidUTF8(byte: 2))]),
    Case("a wrong byte after a character of two", [0xC3, 0xA9, 0xC0, 0x0A], [.refused(.invalidUTF8(byte: 3))]),
    Case("half of a surrogate pair", [0xED, 0xA0, 0x80, 0x0A], [.refused(.invalidUTF8(byte: 1))]),
  ]

  @Test("Lines are the same, however their bytes are split", arguments: cases)
  func cuts(example: Case) {
    for size in 1...max(1, example.bytes.count) {
      #expect(split(example.bytes, into: size) == example.inputs, "in pieces of \(size)")
    }
  }

  @Test("An overlong line is refused before it ends")
  func refusesAtOnce() {
    var splitter = LineSplitter(maximumLineLength: 8)
    splitter.append(Array("1234567890".utf8))
    #expect(splitter.next() == .refused(.tooLong(maximum: 8)))
    #expect(splitter.next() == nil)
  }

  @Test("A line without an end is hopeless beyond the skip limit, and not before")
  func hopeless() {
    var splitter = LineSplitter(maximumLineLength: 8, skipLimit: 20)
    splitter.append([UInt8](repeating: 0, count: 10))
    #expect(splitter.next() == .refused(.tooLong(maximum: 8)))
    for isHopeless in [false, false, true] {
      splitter.append([UInt8](repeating: 0, count: 10))
      #expect(splitter.next() == nil)
      #expect(splitter.isHopeless == isHopeless)
    }
    splitter.append(Array("\na\n".utf8))
    #expect(splitter.next() == .line("a"))
    #expect(!splitter.isHopeless)
  }

  @Test("Appending bytes keeps the remaining ones")
  func leftOver() {
    var splitter = LineSplitter(maximumLineLength: 8)
    splitter.append(Array("a\nb\nc".utf8))
    #expect(splitter.next() == .line("a"))
    splitter.append(Array("d\n".utf8))
    #expect(splitter.next() == .line("b"))
    #expect(splitter.next() == .line("cd"))
    #expect(splitter.next() == nil)
    #expect(splitter.last() == nil)
  }

  private func split(_ bytes: [UInt8], into size: Int) -> [LineInput] {
    var splitter = LineSplitter(maximumLineLength: 8)
    var inputs: [LineInput] = []
    for start in stride(from: 0, to: bytes.count, by: size) {
      splitter.append(Array(bytes[start..<min(start + size, bytes.count)]))
      while let input = splitter.next() { inputs.append(input) }
    }
    while let input = splitter.last() { inputs.append(input) }
    return inputs
  }
}
