import FlowCommandLine

/// Parses a chunked body, which may arrive in pieces of any size.
struct ChunkedBody: Sendable {
  private enum Phase {
    case size(HeadLines)
    case data(missing: Int)
    /// The empty line after a chunk's bytes.
    case dataEnd(HeadLines)
    case trailer(HeadLines)
    case over
  }

  /// The maximum length of a line with a chunk's size, in bytes.
  private static let sizeLineBytes = 256

  private var phase = Phase.size(HeadLines(limit: sizeLineBytes))
  private let trailerBytes: Int

  /// Creates a parser with a maximum size of the fields after the last chunk.
  init(trailerBytes: Int) {
    self.trailerBytes = trailerBytes
  }

  /// Whether the last chunk and the fields after it have been read.
  var isOver: Bool { if case .over = phase { true } else { false } }

  /// Removes the next bytes from `rest`, and appends those of the body, up to the limit.
  mutating func read(
    _ rest: inout ArraySlice<UInt8>, into body: inout [UInt8], limit: Int
  ) throws(HTTPSyntaxError) {
    while !rest.isEmpty, !isOver, body.count < limit {
      if case .data(let missing) = phase {
        let piece = rest.prefix(min(missing, limit - body.count))
        rest.removeFirst(piece.count)
        body += piece
        phase =
          missing == piece.count
          ? .dataEnd(HeadLines(limit: 2)) : .data(missing: missing - piece.count)
      } else {
        try readLine(rest.removeFirst())
      }
    }
  }

  private mutating func readLine(_ byte: UInt8) throws(HTTPSyntaxError) {
    switch phase {
    case .size(var lines):
      let line = try lines.read(byte)
      phase = .size(lines)
      guard let line else { return }
      let size = try Self.size(line)
      phase = size == 0 ? .trailer(HeadLines(limit: trailerBytes)) : .data(missing: size)
    case .dataEnd(var lines):
      let line = try lines.read(byte)
      phase = line == nil ? .dataEnd(lines) : .size(HeadLines(limit: Self.sizeLineBytes))
    case .trailer(var lines):
      let line = try lines.read(byte)
      phase = .trailer(lines)
      guard let line else { return }
      if line.isEmpty { phase = .over } else { _ = try HeaderField(line) }
    case .data, .over:
      break
    }
  }

  /// Returns the number at the start of a line such as `1F;name=value`.
  private static func size(_ line: [UInt8]) throws(HTTPSyntaxError) -> Int {
    let digits = line.prefix { $0 != UInt8(ascii: ";") && $0 != 0x20 && $0 != 0x09 }
    let text = String(decoding: digits, as: UTF8.self)
    let rest = line[digits.endIndex...].drop { $0 == 0x20 || $0 == 0x09 }
    // Without this check, a sign would be parsed as part of the number.
    guard !text.isEmpty, text.utf8.allSatisfy({ Character(Unicode.Scalar($0)).isHexDigit }),
      rest.isEmpty || rest.first == UInt8(ascii: ";")
    else { throw .malformed("expected the size of a chunk, found \(String(decoding: line, as: UTF8.self).quoted)") }
    // A number that does not fit an `Int` is valid, but exceeds any limit.
    return Int(text, radix: 16) ?? .max
  }
}
