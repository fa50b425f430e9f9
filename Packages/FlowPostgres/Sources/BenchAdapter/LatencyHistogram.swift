/// The latencies of the last thirty seconds, to three significant figures, in a fixed amount of memory.
///
/// Each second has a table of counts. A table has 1,024 counts for each power of two, so a value is at most 0.1 % off.
struct LatencyHistogram: Sendable {
  private static let digits = 10
  /// Values up to 2 to the power of 36 microseconds, which is 19 hours.
  private static let size = (36 - digits + 1) << digits
  static let window = 30

  private var tables = Array(repeating: [UInt32](), count: window)
  /// The second of each table.
  private var seconds = Array(repeating: Int.min, count: window)

  /// Adds a latency in microseconds at a time in seconds.
  mutating func add(_ latency: Int, at second: Int) {
    let slot = (second % Self.window + Self.window) % Self.window
    if seconds[slot] != second {
      seconds[slot] = second
      tables[slot] = Array(repeating: 0, count: Self.size)
    }
    tables[slot][Self.place(latency)] += 1
  }

  /// Returns percentiles in milliseconds; nil without latencies in the window.
  func percentiles(_ ranks: [Double], at second: Int) -> [Double]? {
    let current = zip(seconds, tables).filter { $0.0 > second - Self.window && $0.0 <= second }.map(\.1)
    let total = current.reduce(0) { $0 + $1.reduce(0) { $0 + Int($1) } }
    guard total > 0 else { return nil }
    var values: [Double] = []
    var (place, seen) = (-1, 0)
    for rank in ranks {
      let wanted = max(1, Int((rank * Double(total)).rounded(.up)))
      while seen < wanted {
        place += 1
        for table in current { seen += Int(table[place]) }
      }
      values.append(Double(Self.value(at: place)) / 1_000)
    }
    return values
  }

  static func place(_ latency: Int) -> Int {
    let value = max(0, latency)
    let bits = Int.bitWidth - value.leadingZeroBitCount
    guard bits > digits + 1 else { return value }
    let shift = bits - digits - 1
    return min(size - 1, shift << digits + value >> shift)
  }

  /// The middle of the values of a place.
  static func value(at place: Int) -> Int {
    guard place >= 2 << digits else { return place }
    let shift = place >> digits - 1
    return (place - shift << digits) << shift + (1 << shift) / 2
  }
}
