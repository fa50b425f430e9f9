import Dispatch
import FlowState
import FlowStateTesting
import TestSupport
import Testing

struct ManualClockTests {
  let clock = ManualClock()
  let log = FlowRecorder()

  /// Schedules a call that notes its name and the time.
  @discardableResult
  func schedule(_ name: String, after delay: Duration, then: @escaping @Sendable () -> Void = {}) -> FlowAlarm {
    clock.schedule(after: delay) { [clock, log] in
      log.note("\(name) at \(clock.now)")
      then()
    }
  }

  @Test("The time of a manual clock changes only when the clock is advanced")
  func standsStill() {
    #expect(clock.now == .zero)
    clock.advance(by: .milliseconds(1_500))
    clock.advance(by: .zero)
    #expect(clock.now == .milliseconds(1_500))
  }

  @Test("Timers are called in the order of their times, then of their scheduling, each at its time")
  func order() {
    schedule("late", after: .seconds(3))
    schedule("first", after: .seconds(1))
    schedule("second", after: .seconds(1))
    schedule("between", after: .seconds(2))
    #expect(clock.timerCount == 4)
    #expect(clock.nextTimer == .seconds(1))
    clock.advance(by: .milliseconds(2_999))
    #expect(log.take() == ["first at 1.0 seconds", "second at 1.0 seconds", "between at 2.0 seconds"])
    #expect(clock.now == .milliseconds(2_999))
    clock.advance(by: .milliseconds(1))
    #expect(log.take() == ["late at 3.0 seconds"])
    #expect(clock.timerCount == 0)
    #expect(clock.nextTimer == nil)
  }

  @Test("Timers with random times are called in the order of a sorted list", arguments: 0..<20 as Range<UInt64>)
  func seeded(seed: UInt64) {
    var generator = SeededGenerator(seed: seed)
    var expected: [(due: Int, number: Int)] = []
    for number in 0..<100 {
      let due = Int.random(in: 1...20, using: &generator)
      expected.append((due, number))
      schedule("\(number)", after: .seconds(due))
    }
    expected.sort { $0 < $1 }
    clock.advance(by: .seconds(20))
    #expect(log.lines == expected.map { "\($0.number) at \(Duration.seconds($0.due))" })
  }

  @Test("A timer that another timer's call schedules is called in the same advance if it falls due")
  func askedForByACall() {
    schedule("other", after: .seconds(2))
    schedule("a", after: .seconds(1)) { [self] in
      schedule("a+1", after: .seconds(1)) { [self] in schedule("a+1+5", after: .seconds(5)) }
      schedule("a+0.5", after: .milliseconds(500))
    }
    clock.advance(by: .seconds(3))
    #expect(
      log.lines == ["a at 1.0 seconds", "a+0.5 at 1.5 seconds", "other at 2.0 seconds", "a+1 at 2.0 seconds"])
    #expect(clock.nextTimer == .seconds(7))
  }

  @Test("An advance inside a timer's call is carried out first, and the outer advance doesn't go back in time")
  func advancedByACall() {
    schedule("a", after: .seconds(1)) { [clock, log] in
      clock.advance(by: .seconds(2))
      log.note("inner done at \(clock.now)")
    }
    schedule("b", after: .seconds(2))
    schedule("c", after: .seconds(4))
    clock.advance(by: .seconds(2))
    #expect(log.take() == ["a at 1.0 seconds", "b at 2.0 seconds", "inner done at 3.0 seconds"])
    #expect(clock.now == .seconds(3))
    clock.advance(by: .seconds(1))
    #expect(log.take() == ["c at 4.0 seconds"])
  }

  @Test("An outer advance continues after a shorter advance inside a timer's call")
  func shortInner() {
    schedule("a", after: .seconds(1)) { [clock] in clock.advance(by: .milliseconds(10)) }
    schedule("b", after: .seconds(3))
    clock.advance(by: .seconds(5))
    #expect(log.lines == ["a at 1.0 seconds", "b at 3.0 seconds"])
    #expect(clock.now == .seconds(5))
  }

  @Test("A cancelled timer isn't called, also if an earlier timer cancels it")
  func calledOff() {
    schedule("never", after: .seconds(1)).cancel()
    let last = schedule("last", after: .seconds(1))
    _ = last
    let offs = [schedule("x", after: .seconds(2)), schedule("y", after: .seconds(3))]
    schedule("a", after: .milliseconds(500)) { for off in offs { off.cancel() } }
    clock.advance(by: .seconds(9))
    #expect(log.lines == ["a at 0.5 seconds", "last at 1.0 seconds"])
    for off in offs { off.cancel() }
    #expect(clock.timerCount == 0)
  }

  @Test("Cancelling an alarm after its timer was called changes nothing")
  func calledOffTooLate() {
    let alarm = schedule("a", after: .seconds(1))
    schedule("b", after: .seconds(1)) { alarm.cancel() }
    clock.advance(by: .seconds(1))
    #expect(log.lines == ["a at 1.0 seconds", "b at 1.0 seconds"])
  }

  @Test("Advancing to the next timer calls all timers of its time and returns the time that has passed")
  func toTheNext() {
    #expect(clock.advanceToNextTimer() == nil)
    clock.advance(by: .seconds(1))
    schedule("a", after: .seconds(2))
    schedule("b", after: .seconds(2))
    schedule("c", after: .seconds(3))
    #expect(clock.advanceToNextTimer() == .seconds(2))
    #expect(log.take() == ["a at 3.0 seconds", "b at 3.0 seconds"])
    #expect(clock.advanceToNextTimer() == .seconds(1))
    #expect(log.take() == ["c at 4.0 seconds"])
    #expect(clock.advanceToNextTimer() == nil)
    #expect(clock.now == .seconds(4))
  }

  @Test("Advancing to the next timer returns the time that an inner advance has passed, too")
  func toTheNextAndOn() {
    schedule("a", after: .seconds(2)) { [clock] in clock.advance(by: .seconds(3)) }
    schedule("b", after: .seconds(2))
    schedule("c", after: .seconds(4))
    schedule("d", after: .seconds(6))
    #expect(clock.advanceToNextTimer() == .seconds(5))
    #expect(clock.now == .seconds(5))
    #expect(log.take() == ["a at 2.0 seconds", "b at 2.0 seconds", "c at 4.0 seconds"])
    #expect(clock.advanceToNextTimer() == .seconds(1))
    #expect(log.take() == ["d at 6.0 seconds"])
  }

  @Test("Advancing to the next timer inside a call first calls those of the same time, without passing time")
  func toTheNextInACall() {
    schedule("a", after: .seconds(1)) { [clock, log] in
      log.note("\(clock.advanceToNextTimer() ?? .seconds(-1))")
      log.note("\(clock.advanceToNextTimer() ?? .seconds(-1))")
    }
    schedule("b", after: .seconds(1))
    schedule("c", after: .seconds(3))
    clock.advance(by: .seconds(2))
    #expect(log.lines == ["a at 1.0 seconds", "b at 1.0 seconds", "0.0 seconds", "c at 3.0 seconds", "2.0 seconds"])
    #expect(clock.now == .seconds(3))
  }

  @Test("An advance continues where an inner advance has stopped, and each timer is called at its time")
  func nested() {
    for second in 1...6 {
      schedule("\(second)", after: .seconds(second)) { [clock] in clock.advance(by: .milliseconds(1_500)) }
    }
    clock.advance(by: .seconds(2))
    #expect(log.lines == (1...6).map { "\($0) at \(Duration.seconds($0))" })
    #expect(clock.now == .milliseconds(7_500))
  }

  @Test("A cancelled timer releases its closure, even if its alarm is kept")
  func keptAlarm() {
    final class Live: Sendable {}
    weak var live: Live?
    let alarm: FlowAlarm
    do {
      let object = Live()
      live = object
      alarm = clock.schedule(after: .seconds(1)) { _ = object }
    }
    #expect(live != nil)
    alarm.cancel()
    #expect(live == nil)
    alarm.cancel()
  }

  @Test("A clock can advance by `Int64.max` seconds, to a timer and beyond it")
  func far() {
    schedule("far", after: .seconds(Int64.max))
    #expect(clock.advanceToNextTimer() == .seconds(Int64.max))
    clock.advance(by: .seconds(Int64.max))
    #expect(clock.now == .seconds(Int64.max) * 2)
    #expect(log.lines.count == 1)
  }

  @Test("A clock releases the closures of called and cancelled timers")
  func lifetime() {
    final class Live: Sendable {}
    weak var called: Live?
    weak var off: Live?
    do {
      let (first, second) = (Live(), Live())
      (called, off) = (first, second)
      _ = clock.schedule(after: .seconds(1)) { _ = first }
      clock.schedule(after: .seconds(1)) { _ = second }.cancel()
    }
    #expect(called != nil)
    #expect(off == nil)
    clock.advance(by: .seconds(1))
    #expect(called == nil)
  }

  @Test("A timer that another thread schedules during an advance is called by it, or falls due later")
  func concurrentSchedule() {
    for _ in 0..<trials(50_000, few: 2_000) {
      let clock = ManualClock()
      DispatchQueue.concurrentPerform(iterations: 2) { index in
        if index == 0 { clock.advance(by: .seconds(2)) } else { _ = clock.schedule(after: .seconds(1)) {} }
      }
      if let next = clock.nextTimer { #expect(next > clock.now) }
    }
  }
}
