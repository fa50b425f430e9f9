import TestSupport
import Testing

@testable import FlowStateTesting

/// A million timers are measured by `Benchmarks --growth`; these tests check the order in which they leave.
struct TimerQueueTests {
  @Test(
    "Timers leave a queue in the order of their times, then of their scheduling, whichever are cancelled",
    arguments: 0..<20 as Range<UInt64>)
  func model(seed: UInt64) {
    var generator = SeededGenerator(seed: seed)
    var queue = TimerQueue()
    var waiting: [(due: Duration, number: Int, timer: TimerQueue.Timer)] = []
    let called = LockedList<Int>()
    var expected: [Int] = []
    for number in 0..<2_000 {
      switch Int.random(in: 0..<10, using: &generator) {
      case 0..<6:
        let due = Duration.milliseconds(Int.random(in: 0..<50, using: &generator))
        waiting.append((due, number, queue.schedule(at: due) { called.append(number) }))
      case 6..<9 where !waiting.isEmpty:
        let (_, _, timer) = waiting.remove(at: Int.random(in: waiting.indices, using: &generator))
        #expect(queue.cancel(timer) != nil)
        #expect(queue.cancel(timer) == nil, "cancelled once")
      default:
        let next = waiting.indices.min { (waiting[$0].due, waiting[$0].number) < (waiting[$1].due, waiting[$1].number) }
        #expect(queue.nextDue == next.map { waiting[$0].due })
        guard let next else { continue }
        expected.append(waiting[next].number)
        #expect(queue.popFirst(dueBy: waiting[next].due - .nanoseconds(1)) == nil)
        let first = queue.popFirst(dueBy: waiting[next].due)
        #expect(first?.due == waiting[next].due)
        first?.call()
        waiting.remove(at: next)
      }
      #expect(queue.count == waiting.count)
    }
    #expect(called.all == expected)
  }

  @Test("A called timer can't be cancelled, even if another timer has its slot")
  func reused() {
    var queue = TimerQueue()
    let first = queue.schedule(at: .zero) {}
    #expect(queue.popFirst(dueBy: .zero) != nil)
    let second = queue.schedule(at: .zero) {}
    #expect(queue.cancel(first) == nil)
    #expect(queue.count == 1)
    #expect(queue.cancel(second) != nil)
    #expect(queue.nextDue == nil)
  }
}
