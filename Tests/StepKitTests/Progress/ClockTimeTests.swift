import StepKit
import Testing

@Suite("A time in hours, minutes and seconds")
struct ClockTimeTests {
  @Test(
    "A time has the hours, minutes and seconds of its total",
    arguments: [
      (0, [0, 0, 0]), (59, [0, 0, 59]), (3725, [1, 2, 5]), (86_399, [23, 59, 59]), (86_400, [23, 59, 59]),
      (-1, [0, 0, 0]),
      (.max, [23, 59, 59]),
    ])
  func parts(total: Int, parts: [Int]) {
    let time = ClockTime(total: total)
    #expect([time.hours, time.minutes, time.seconds] == parts)
    #expect(time.total == parts[0] * 3600 + parts[1] * 60 + parts[2])
  }

  @Test("A time reports each change once, with the new total")
  func changes() {
    var told: [Int] = []
    var time = ClockTime { told.append($0) }
    time.total = 3725
    time.total = 3725
    time.minutes = 10
    time.hours = 99
    time.seconds = -3
    time.seconds = .min
    time.total = .max
    #expect(told == [3725, 4205, 83_405, 83_400, 86_399])
  }
}
