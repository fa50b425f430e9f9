import Foundation

/// The tests that have begun and not ended, read from the events that Swift Testing writes.
struct RunningTests {
  private struct Line: Decodable {
    struct Event: Decodable {
      let kind: String
      let testID: String?
    }

    let payload: Event
  }

  /// The longest line that is read. A line that describes a test has all its arguments, which can be megabytes.
  private static let longest = 1 << 14
  private static let beginning = Array(#"{"kind":"event","payload":{"#.utf8)
  /// The event of one case of a test with arguments begins so.
  private static let ofCase = Array(#"{"kind":"event","payload":{"_testCase""#.utf8)

  /// The tests in the order in which they began: the module, suite, function, file, and line of each.
  private(set) var names: [String] = []
  /// The seconds since the latest event. Most tests begin at once and wait for their turn, so the time of one means little.
  private(set) var seconds = 0
  /// The line whose end hasn't come yet, or its first bytes if it is too long.
  private var line = Data()

  /// Counts a second in which nothing was read.
  mutating func passSecond() { seconds += 1 }

  /// Reads some bytes of the events: a JSON object for each line. While this is slow, the tests wait for it.
  mutating func read(_ bytes: UnsafeRawBufferPointer) {
    seconds = 0
    var unread = bytes
    while let start = unread.baseAddress, !unread.isEmpty {
      let end = memchr(start, CInt(UInt8(ascii: "\n")), unread.count)
      let count = end.map { UnsafeRawPointer($0) - start } ?? unread.count
      line.append(start.assumingMemoryBound(to: UInt8.self), count: min(count, Self.longest + 1 - line.count))
      guard end != nil else { return }
      if line.count <= Self.longest { readLine() }
      line.removeAll(keepingCapacity: true)
      unread = UnsafeRawBufferPointer(rebasing: unread.dropFirst(count + 1))
    }
  }

  private mutating func readLine() {
    guard line.starts(with: Self.beginning), !line.starts(with: Self.ofCase),
      let event = (try? JSONDecoder().decode(Line.self, from: line))?.payload,
      // A suite has no place.
      let name = event.testID, name.contains(".swift:")
    else { return }
    switch event.kind {
    case "testStarted": names.append(name)
    case "testEnded", "testSkipped": names.removeAll { $0 == name }
    default: break
    }
  }
}
