import Dispatch
import TestSupport
import Testing

@testable import FlowState

struct MonotonicClockTests {
  @Test("The clock begins at zero or later and never goes backward")
  func monotonic() {
    let clock = MonotonicClock()
    var last = Duration.zero
    for _ in 0..<10_000 {
      let now = clock.now
      #expect(now >= last)
      last = now
    }
  }

  @Test("A clock that was made earlier shows at least as much time")
  func origins() {
    let early = MonotonicClock()
    let late = MonotonicClock()
    let shown = late.now
    #expect(early.now >= shown)
  }

  @Test("Copies of a clock share its origin")
  func copies() {
    let clock = MonotonicClock()
    let copy = clock
    let first = clock.now
    let second = copy.now
    #expect(second >= first)
    #expect(clock.now >= second)
  }

  @Test("A scheduled call is due when exactly its delay has passed")
  func deadline() {
    let timers = LockedList<HandTimer>()
    let clock = MonotonicClock(alarms: AlarmQueue(makingTimersFor: timers))
    let earliest = DispatchTime.now().uptimeNanoseconds + 2_000_000_001
    let alarm = clock.schedule(after: .nanoseconds(2_000_000_001)) {}
    let latest = DispatchTime.now().uptimeNanoseconds + 2_000_000_001
    let deadline = timers[0].settings[0].deadline.uptimeNanoseconds
    #expect((earliest...latest).contains(deadline))
    alarm.cancel()
  }

  @Test("A run without a clock of its own is timed by one that starts when its flow is made")
  func runs() async throws {
    struct Times: FlowObserver {
      let kept = LockedList<Duration>()
      func receive(_ event: FlowEvent) { kept.append(event.time) }
    }
    let times = Times()
    let before = MonotonicClock()
    let flow = Flow(Any.self, Any.self, identifier: "F") { _ in
      FlowStep(Any.self, Any.self, identifier: "a") { _ in nil }
    }
    _ = try await flow.observed(by: times).run()
    #expect(times.kept.count == 5)
    #expect(times.kept.all == times.kept.all.sorted())
    #expect(times.kept.all.allSatisfy { $0 >= .zero && $0 <= before.now })
  }
}
