import Testing

@testable import FlowState

@Suite("AlarmQueue")
struct AlarmQueueTests {
  @Test("makes every call that is due, once")
  func calls() async {
    let queue = AlarmQueue()
    let made = Shelf<Int>()
    await withTaskGroup { group in
      for number in 1...100 {
        group.addTask {
          await withCheckedContinuation { continuation in
            _ = queue.schedule(after: UInt64(number % 7 + 1)) {
              made.put(number)
              continuation.resume()
            }
          }
        }
      }
    }
    #expect(made.all.sorted() == Array(1...100))
  }

  @Test("lives as long as one of its alarms waits, and no longer")
  func lifetime() async {
    weak var queue: AlarmQueue?
    do {
      let owned = AlarmQueue()
      queue = owned
      let alarm = owned.schedule(after: 3_600_000_000_000) {}
      owned.callOff(alarm)
    }
    #expect(queue == nil)
    await withCheckedContinuation { continuation in
      _ = AlarmQueue().schedule(after: 1) { continuation.resume() }
    }
  }

  @Test("lets go of a call at once that is called off")
  func callingOff() {
    let queue = AlarmQueue()
    weak var kept: Kept?
    let alarm: Alarm
    do {
      let captured = Kept()
      kept = captured
      alarm = queue.schedule(after: 3_600_000_000_000) { withExtendedLifetime(captured) {} }
    }
    #expect(kept != nil)
    queue.callOff(alarm)
    #expect(kept == nil)
    queue.callOff(alarm)
  }

  @Test("makes a call that is due before the one that its timer was set for, and that one too")
  func earlierThanTheTimer() async {
    let queue = AlarmQueue()
    let late = queue.schedule(after: 3_600_000_000_000) { Issue.record("This was called off.") }
    await withCheckedContinuation { continuation in
      _ = queue.schedule(after: 1) { continuation.resume() }
    }
    queue.callOff(late)
    await withCheckedContinuation { continuation in
      _ = queue.schedule(after: 1) { continuation.resume() }
    }
  }

  @Test("takes delays beyond the end of time as very long ones")
  func endOfTime() {
    let queue = AlarmQueue()
    let alarm = queue.schedule(after: .max) { Issue.record("This is not due.") }
    #expect(alarm.deadline == AlarmQueue.endOfTime)
    queue.callOff(alarm)
  }

  private final class Kept: Sendable {}
}
