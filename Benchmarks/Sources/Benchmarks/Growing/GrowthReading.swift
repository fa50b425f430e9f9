import Foundation

/// The measured cost of a row at each of its sizes.
struct GrowthReading: Sendable {
  /// The cost at one size.
  struct Point: Sendable {
    let size: Int
    /// The shortest time of all rounds, which other work on the machine has disturbed least.
    let nanoseconds: Double
    /// The memory, if the row weighs it.
    let bytes: Double
  }

  /// The allowed factor: doubling the size at most doubles the cost, with 10 % slack.
  static let allowedFactor = 2.2
  /// If a reading takes longer, the row stops there. Work that grows faster than linearly would never end.
  private static let patience = 4e9

  let name: String
  private(set) var points: [Point] = []
  /// Whether each size was measured. False if one took too long.
  let isComplete: Bool

  /// Measures a row. Sizes take turns within a round, so that what disturbs the machine for a while disturbs all of them.
  init(_ row: GrowthRow, rounds: Int, isQuick: Bool) throws {
    name = row.name
    var sizes = row.sizes(isQuick: isQuick)
    var times: [Int: Double] = [:]
    var bytes: [Int: Double] = [:]
    for round in 0..<rounds {
      for size in sizes {
        let (stopwatch, scale) = (Stopwatch(), Scale())
        try row.work(size, stopwatch, scale)
        times[size] = min(times[size] ?? .infinity, stopwatch.nanoseconds)
        bytes[size] = min(bytes[size] ?? .infinity, Double(scale.bytes))
        if round == 0, stopwatch.nanoseconds > Self.patience {
          sizes.removeAll { $0 > size }
          break
        }
      }
    }
    isComplete = sizes.count == row.sizes(isQuick: isQuick).count
    points = sizes.map { Point(size: $0, nanoseconds: times[$0] ?? 0, bytes: bytes[$0] ?? 0) }
  }

  /// The mean factor by which doubling the size multiplies the time.
  var timeFactor: Double { factor { $0.nanoseconds } }

  /// The same for the memory; nil if the row doesn't weigh it, or if it needs less than a byte for each unit.
  var memoryFactor: Double? {
    guard let last = points.last, last.bytes >= Double(last.size) else { return nil }
    return factor { $0.bytes }
  }

  /// Whether the cost grows no faster than the size.
  var isLinear: Bool { isComplete && timeFactor <= Self.allowedFactor && (memoryFactor ?? 0) <= Self.allowedFactor }

  private func factor(_ cost: (Point) -> Double) -> Double {
    guard let first = points.first, let last = points.last, points.count > 1, cost(first) > 0 else { return 0 }
    return pow(cost(last) / cost(first), 1 / log2(Double(last.size) / Double(first.size)))
  }
}
