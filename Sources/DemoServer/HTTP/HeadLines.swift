/// Splits the head of a message into lines. The head has a limited length and may arrive in pieces of any size.
struct HeadLines: Sendable {
  /// The number of bytes read.
  private(set) var count = 0
  /// The current, incomplete line.
  private(set) var unfinished: [UInt8] = []
  private let limit: Int

  /// Creates a splitter. The limit is the total number of bytes of all lines.
  init(limit: Int) {
    self.limit = limit
  }

  /// Reads the next byte. Returns the line that it completes, without the line break.
  mutating func read(_ byte: UInt8) throws(HTTPSyntaxError) -> [UInt8]? {
    count += 1
    guard count <= limit else { throw .headTooLong(limit: limit) }
    let followsReturn = unfinished.last == Self.carriageReturn
    guard followsReturn == (byte == Self.lineFeed) else {
      throw .malformed("expected lines that end with CR LF, found one of them alone")
    }
    guard followsReturn else {
      unfinished.append(byte)
      return nil
    }
    let line = Array(unfinished.dropLast())
    unfinished.removeAll(keepingCapacity: true)
    // Control characters are not allowed, except tabs in field values.
    guard line.allSatisfy({ ($0 >= 0x20 && $0 != 0x7F) || $0 == 0x09 }) else {
      throw .malformed("found a control character in the head")
    }
    return line
  }

  private static let carriageReturn = UInt8(ascii: "\r")
  private static let lineFeed = UInt8(ascii: "\n")
}
