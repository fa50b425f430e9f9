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

  private static let beginning = Array(#"{"kind":"event""#.utf8)

  /// The tests in the order in which they began: the module, suite, function, file, and line of each.
  private(set) var names: [String] = []
  /// The seconds since the latest event. Most tests begin at once and wait for their turn, so the time of one means little.
  private(set) var seconds = 0
  private var rest: [UInt8] = []

  /// Counts a second in which nothing was read.
  mutating func passSecond() { seconds += 1 }

  /// Reads some bytes of the events: a JSON object for each line.
  mutating func read(_ bytes: some Sequence<UInt8>) {
    seconds = 0
    rest += bytes
    var start = rest.startIndex
    while let end = rest[start...].firstIndex(of: UInt8(ascii: "\n")) {
      read(line: rest[start..<end])
      start = end + 1
    }
    rest.removeFirst(start)
  }

  private mutating func read(line: ArraySlice<UInt8>) {
    // The lines of the other kind describe tests, with all their arguments.
    guard line.starts(with: Self.beginning),
      let event = (try? JSONDecoder().decode(Line.self, from: Data(line)))?.payload,
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
