/// A position in a text.
///
/// ```swift
/// let position = JSONPosition(line: 3, column: 14, offset: 52)
/// ```
public struct JSONPosition: Sendable, Hashable {
  /// The line number, starting at 1. Lines end with `\n`, `\r` or `\r\n`.
  public let line: Int
  /// The column number, starting at 1, counted in Unicode scalars.
  public let column: Int
  /// The offset in bytes, starting at 0.
  public let offset: Int

  /// Creates a position.
  public init(line: Int, column: Int, offset: Int) {
    self.line = line
    self.column = column
    self.offset = offset
  }
}

extension JSONPosition {
  /// Creates the position of a byte: its line, and its column counted in Unicode scalars.
  init(offset: Int, in bytes: UnsafeBufferPointer<UInt8>) {
    var line = 1
    var column = 1
    var place = bytes.startOfText
    while place < offset {
      switch bytes[place] {
      case UInt8(ascii: "\r") where place + 1 < offset && bytes[place + 1] == UInt8(ascii: "\n"): break
      case UInt8(ascii: "\n"), UInt8(ascii: "\r"):
        line += 1
        column = 1
      case 0x80..<0xC0: break  // A continuation byte: its scalar is already counted.
      default: column += 1
      }
      place += 1
    }
    self.init(line: line, column: column, offset: offset)
  }
}
