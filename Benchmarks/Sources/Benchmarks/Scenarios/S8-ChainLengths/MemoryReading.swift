import Instruments
import Synchronization

/// How many bytes something takes, each.
struct MemoryReading: Sendable {
  /// The result.
  struct Taken {
    let what: String
    /// Bytes for each of 1,000.
    let small: Double
    /// Bytes for each of 1,000,000; of 100,000 in a quick run.
    let large: Double
  }

  let what: String
  /// Makes so many, and tells the scale before and after.
  let make: @Sendable (_ count: Int, _ scale: Scale) throws -> Void

  func take(isQuick: Bool) throws -> Taken {
    // A block that is made only once, whatever the size, doesn't count.
    _ = try bytes(for: 1_000)
    return Taken(what: what, small: try bytes(for: 1_000), large: try bytes(for: isQuick ? 100_000 : 1_000_000))
  }

  private func bytes(for count: Int) throws -> Double {
    let scale = Scale()
    try make(count, scale)
    return Double(scale.bytes) / Double(count)
  }
}

/// Weighs what is alive between two moments.
final class Scale: Sendable {
  private let before = Atomic<Int64>(0)
  private let after = Atomic<Int64>(0)

  func begin() {
    before.store(instruments_live_bytes(), ordering: .relaxed)
  }

  func end() {
    after.store(instruments_live_bytes(), ordering: .relaxed)
  }

  var bytes: Int64 { after.load(ordering: .relaxed) - before.load(ordering: .relaxed) }
}
