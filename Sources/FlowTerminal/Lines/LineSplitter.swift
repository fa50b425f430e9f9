#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// Splits a stream of bytes, which arrives in pieces of any size, into lines.
/// It decodes a line only when it is requested, so that input that is typed ahead needs only the memory of its bytes.
/// It keeps at most one line and one piece.
struct LineSplitter: Sendable {
  private let maximumLineLength: Int
  private let skipLimit: Int
  private var bytes: [UInt8] = []
  /// The index at which the next line begins.
  private var start = 0
  /// The index at which the search for its end continues. The bytes from `start` to here contain no line end.
  private var searched = 0
  /// The number of discarded bytes of an overlong line that hasn't ended; nil if there is no such line.
  private var skipped: Int?

  /// Creates a splitter; `skipLimit` is the number of bytes of an overlong line that it discards before it gives up.
  init(maximumLineLength: Int, skipLimit: Int = 1 << 26) {
    self.maximumLineLength = maximumLineLength
    self.skipLimit = skipLimit
  }

  /// Whether a line exceeded the skip limit, so that the input isn't text and may never end, such as `/dev/zero`.
  var isHopeless: Bool { (skipped ?? 0) > skipLimit }

  /// Whether all bytes were taken.
  var isEmpty: Bool { start == bytes.count && skipped == nil }

  mutating func append(_ piece: [UInt8]) {
    bytes.removeFirst(start)
    searched -= start
    start = 0
    bytes += piece
  }

  /// Returns the next complete line, or nil if more bytes are needed.
  mutating func next() -> LineInput? {
    if let count = skipped, !skipRest(after: count) { return nil }
    guard let end = lineEnd(from: searched) else {
      searched = bytes.count
      return refuseIfOverlong()
    }
    var line = bytes[start..<end]
    if line.last == .carriageReturn { line.removeLast() }
    start = end + 1
    searched = start
    return decode(line)
  }

  /// Returns the last line if it has no line end; nil otherwise. Call it at the end of the input, when `next()` returns
  /// nil.
  mutating func last() -> LineInput? {
    guard skipped == nil, start < bytes.count else { return nil }
    let line = bytes[start...]
    start = bytes.count
    searched = start
    return decode(line)
  }

  /// Refuses an overlong line before its end, because the user may be waiting for the answer.
  private mutating func refuseIfOverlong() -> LineInput? {
    let line = bytes[start...]
    // A single additional byte can be the carriage return of the line end.
    let excess = line.count - maximumLineLength
    guard excess > 1 || (excess == 1 && line.last != .carriageReturn) else { return nil }
    skipped = 0
    dropAll()
    return .refused(.tooLong(maximum: maximumLineLength))
  }

  /// Discards the rest of an overlong line, and returns whether its end was found.
  private mutating func skipRest(after count: Int) -> Bool {
    guard let end = lineEnd(from: start) else {
      skipped = count + bytes.count - start
      dropAll()
      return false
    }
    skipped = nil
    start = end + 1
    searched = start
    return true
  }

  /// Uses `memchr`, which is many times faster than a loop if megabytes must be skipped.
  private func lineEnd(from index: Int) -> Int? {
    bytes.withUnsafeBytes { bytes in
      guard index < bytes.count, let base = bytes.baseAddress else { return nil }
      let found = memchr(base + index, CInt(UInt8.lineFeed), bytes.count - index)
      return found.map { UnsafeRawPointer($0) - base }
    }
  }

  private mutating func dropAll() {
    bytes.removeAll(keepingCapacity: true)
    start = 0
    searched = 0
  }

  private func decode(_ line: ArraySlice<UInt8>) -> LineInput {
    if line.count > maximumLineLength { return .refused(.tooLong(maximum: maximumLineLength)) }
    if let text = String(validating: line, as: UTF8.self) { return .line(text) }
    return .refused(.invalidUTF8(byte: validLength(of: line) + 1))
  }

  private func validLength(of line: ArraySlice<UInt8>) -> Int {
    var length = 0
    var parser = Unicode.UTF8.ForwardParser()
    var rest = line.makeIterator()
    while case .valid(let character) = parser.parseScalar(from: &rest) { length += character.count }
    return length
  }
}

extension UInt8 {
  fileprivate static let lineFeed = UInt8(ascii: "\n")
  fileprivate static let carriageReturn = UInt8(ascii: "\r")
}
