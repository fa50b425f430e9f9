import FlowState
import Testing

@testable import FlowDurable

/// The alarm of a store.
struct DueAlarmTests {
  @Test func `A clock that moves at each reading doesn't keep the alarm from being set`() {
    var alarm = DueAlarm()
    var (time, delays) = (Int64(0), [Duration]())
    alarm.set(
      by: {
        time += 1
        return StoreTime(milliseconds: time)
      }, for: { _ in StoreTime(milliseconds: 1_000) }
    ) { delay in
      delays.append(delay)
      return FlowAlarm {}
    }
    #expect(delays.last.map { $0 <= .milliseconds(999) } == true)
    #expect(delays.count < 10)
  }
}
