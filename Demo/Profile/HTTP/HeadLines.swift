/// Cuts the head of a message into its lines, in whatever pieces it arrives, and keeps no more than the limit.
struct HeadLines: Sendable {
  /// How many bytes have been read.
  private(set) var count = 0
  /// The line that has not ended.
  private(set) var unfinished: [UInt8] = []
  private let limit: Int

  /// Nothing read yet; all the lines together have at most that many bytes.
  init(limit: Int) {
    self.limit = limit
  }

  /// Reads the next byte. Returns the line that it ends, without the line's end.
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
    // Nothing in these lines may be a control character but the tab in a field's value.
    guard line.allSatisfy({ ($0 >= 0x20 && $0 != 0x7F) || $0 == 0x09 }) else {
      throw .malformed("found a control character in the head")
    }
    return line
  }

  private static let carriageReturn = UInt8(ascii: "\r")
  private static let lineFeed = UInt8(ascii: "\n")
}
