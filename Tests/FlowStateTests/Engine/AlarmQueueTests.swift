import Dispatch
import TestSupport
import Testing

@testable import FlowState

@Suite("AlarmQueue")
struct AlarmQueueTests {
  @Test("The alarm queue makes every call that is due, once")
  func calls() async throws {
    let queue = AlarmQueue()
    let made = LockedList<Int>()
    try await withThrowingTaskGroup { group in
      for number in 1...100 {
        group.addTask {
          try await patiently("Call \(number) was not made") { resume in
            _ = queue.schedule(after: UInt64(number % 7 + 1)) {
              made.append(number)
              resume(())
            }
          }
        }
      }
      try await group.waitForAll()
    }
    #expect(made.all.sorted() == Array(1...100))
  }

  @Test("An alarm queue lives only as long as one of its alarms waits")
  func lifetime() async throws {
    weak var queue: AlarmQueue?
    do {
      let owned = AlarmQueue()
      queue = owned
      let alarm = owned.schedule(after: 3_600_000_000_000) {}
      owned.cancel(alarm)
    }
    #expect(queue == nil)
    try await patiently("The call was not made") { resume in
      _ = AlarmQueue().schedule(after: 1) { resume(()) }
    }
  }

  @Test("Calling off an alarm releases its closure at once")
  func callingOff() {
    let queue = AlarmQueue()
    weak var kept: Captured?
    let alarm: Alarm
    do {
      let captured = Captured()
      kept = captured
      alarm = queue.schedule(after: 3_600_000_000_000) { withExtendedLifetime(captured) {} }
    }
    #expect(kept != nil)
    queue.cancel(alarm)
    #expect(kept == nil)
    queue.cancel(alarm)
  }

  @Test("The alarm queue makes a call that is due before the one that its timer was set for")
  func earlierThanTheTimer() async throws {
    let queue = AlarmQueue()
    let late = queue.schedule(after: 3_600_000_000_000) { Issue.record("This was called off.") }
    try await patiently("The call was not made") { resume in
      _ = queue.schedule(after: 1) { resume(()) }
    }
    queue.cancel(late)
    try await patiently("The call was not made") { resume in
      _ = queue.schedule(after: 1) { resume(()) }
    }
  }

  @Test("A delay beyond the end of time gets the latest possible deadline")
  func endOfTime() {
    let queue = AlarmQueue()
    let alarm = queue.schedule(after: .max) { Issue.record("This is not due.") }
    #expect(alarm.deadline == AlarmQueue.endOfTime)
    queue.cancel(alarm)
  }

  @Test("An alarm is due when its delay has passed, and the timer is set to that time without leeway")
  func deadline() {
    let timers = LockedList<HandTimer>()
    let queue = AlarmQueue(makingTimersFor: timers)
    for delay in [3_600_000_000_000, 60_000_000_000] as [UInt64] {
      let earliest = DispatchTime.now().uptimeNanoseconds + delay
      let alarm = queue.schedule(after: delay) {}
      let latest = DispatchTime.now().uptimeNanoseconds + delay
      #expect((earliest...latest).contains(alarm.deadline))
      #expect(timers.count == 1)
      #expect(timers[0].settings.all.last?.deadline.uptimeNanoseconds == alarm.deadline)
      #expect(timers[0].settings.all.last?.leeway == .nanoseconds(0))
    }
  }

  @Test("The timer is not set for a later alarm, or again after an alarm is called off")
  func timerIsLeftAlone() {
    let timers = LockedList<HandTimer>()
    let queue = AlarmQueue(makingTimersFor: timers)
    let first = queue.schedule(after: 60_000_000_000) {}
    queue.cancel(queue.schedule(after: 3_600_000_000_000) {})
    queue.cancel(first)
    #expect(timers[0].settings.count == 1)
  }

  @Test("Every due alarm is called when the timer fires, and the timer is then set to the next deadline")
  func firing() async throws {
    let timers = LockedList<HandTimer>()
    let queue = AlarmQueue(makingTimersFor: timers)
    let made = LockedList<Int>()
    let next = queue.schedule(after: 3_600_000_000_000) { Issue.record("This is not due.") }
    try await patiently("The alarms that are due were not called") { resume in
      for number in 0..<2 {
        _ = queue.schedule(after: 0) {
          made.append(number)
          if made.count == 2 { resume(()) }
        }
      }
      timers[0].fire()
    }
    #expect(timers[0].settings.all.last?.deadline.uptimeNanoseconds == next.deadline)
    #expect(made.all.sorted() == [0, 1])
    queue.cancel(next)
  }

  @Test("A slow call does not delay another call that is due at the same time")
  func slowCall() async throws {
    let timers = LockedList<HandTimer>()
    let queue = AlarmQueue(makingTimersFor: timers)
    try await patiently("A slow call has kept another one from being made") { resume in
      let other = DispatchSemaphore(value: 0)
      _ = queue.schedule(after: 0) {
        other.wait(orSay: "The other call was not made")
        resume(())
      }
      _ = queue.schedule(after: 0) { other.signal() }
      timers[0].fire()
    }
  }

  private final class Captured: Sendable {}
}
