import Dispatch
import Instruments
import Synchronization

/// Measures the part of a sample that counts: from `start` to `stop`, which may happen on different threads.
///
/// Started and stopped several times, it adds up. Whoever stops it does so after the one who started it, so relaxed
/// atomics are enough.
final class Stopwatch: Sendable {
  private let began = Atomic<Int64>(0)
  private let elapsed = Atomic<Int64>(0)
  private let blocksAtStart = Atomic<Int64>(0)
  private let blocks = Atomic<Int64>(0)

  func start() {
    blocksAtStart.store(instruments_allocated_blocks(), ordering: .relaxed)
    instruments_begin_counting()
    began.store(Stopwatch.now, ordering: .relaxed)
  }

  func stop() {
    let now = Stopwatch.now
    instruments_end_counting()
    elapsed.add(now - began.load(ordering: .relaxed), ordering: .relaxed)
    blocks.add(instruments_allocated_blocks() - blocksAtStart.load(ordering: .relaxed), ordering: .relaxed)
  }

  private let weighed = Atomic<Int64>(0)

  /// Begins to weigh the memory; for scenarios whose memory counts.
  func beginWeighing() {
    weighed.subtract(instruments_live_bytes(), ordering: .relaxed)
  }

  func endWeighing() {
    weighed.add(instruments_live_bytes(), ordering: .relaxed)
  }

  /// The bytes that have become alive between the beginning and the end of weighing.
  var bytes: Double { Double(weighed.load(ordering: .relaxed)) }

  /// The nanoseconds that have been measured.
  var nanoseconds: Double { Double(elapsed.load(ordering: .relaxed)) }

  /// The blocks that were allocated meanwhile, on all threads.
  var mallocs: Double { Double(blocks.load(ordering: .relaxed)) }

  private static var now: Int64 { Int64(DispatchTime.now().uptimeNanoseconds) }
}
