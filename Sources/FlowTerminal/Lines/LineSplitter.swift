#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// Cuts a stream of bytes, arriving in pieces of any size, into lines.
///
/// Bytes stay as they came until somebody asks for a line, so what is typed ahead costs no more than its bytes. Never
/// more than one line and one piece are kept.
struct LineSplitter: Sendable {
  private let maximumLineLength: Int
  private let skipLimit: Int
  private var bytes: [UInt8] = []
  /// Where the line that comes next begins.
  private var start = 0
  /// Where to look for its end: everything from `start` to here was searched already.
  private var searched = 0
  /// The bytes dropped so far of a line that was refused for its length and has not ended.
  private var skipped: Int?

  /// `skipLimit` is how much of an overlong line may be dropped in search of its end.
  init(maximumLineLength: Int, skipLimit: Int = 1 << 26) {
    self.maximumLineLength = maximumLineLength
    self.skipLimit = skipLimit
  }

  /// Whether a line went on for so long that this is no text at all, and would never end (`/dev/zero`).
  var isHopeless: Bool { (skipped ?? 0) > skipLimit }

  mutating func append(_ piece: [UInt8]) {
    bytes.removeFirst(start)
    searched -= start
    start = 0
    bytes += piece
  }

  /// The next whole line, or nil when more bytes are needed.
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

  /// The line that no line end follows, or nil when the last one had its own. To be asked at the end of input, when
  /// `next()` has nothing more.
  mutating func last() -> LineInput? {
    guard skipped == nil, start < bytes.count else { return nil }
    let line = bytes[start...]
    start = bytes.count
    searched = start
    return decode(line)
  }

  /// Answers at once, not when the line ends: whoever typed it may be waiting for the answer.
  private mutating func refuseIfOverlong() -> LineInput? {
    let line = bytes[start...]
    // One byte too many may turn out to belong to the line end.
    let excess = line.count - maximumLineLength
    guard excess > 1 || (excess == 1 && line.last != .carriageReturn) else { return nil }
    skipped = 0
    dropAll()
    return .refused(.tooLong(maximum: maximumLineLength))
  }

  /// Whether the end of the overlong line was found.
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

  /// By `memchr`, which is many times faster than a loop where megabytes have to be skipped.
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
