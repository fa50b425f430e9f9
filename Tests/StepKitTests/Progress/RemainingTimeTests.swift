import StepKit
import Testing

@Suite("The remaining time")
struct RemainingTimeTests {
  @Test(
    "SK-19: The remaining time is shown in days, hours, minutes and seconds",
    arguments: [
      (.zero, "0s"), (.seconds(59), "59s"), (.seconds(60), "1m"), (.seconds(3600), "1h"), (.seconds(3725), "1h 2m 5s"),
      (.seconds(90_061), "1d 1h 1m 1s"), (.seconds(86_400), "1d"), (.seconds(86_399), "23h 59m 59s"),
      (.milliseconds(1), "1s"), (.milliseconds(59_001), "1m"), (.seconds(-5), "0s"),
      (.seconds(9_000_000_000), "104166d 16h"),
    ] as [(Duration, String)])
  func text(duration: Duration, text: String) {
    #expect(RemainingTime.text(for: duration) == text)
  }

  @Test(
    "The time until the next text is the time for which the text stays the same",
    arguments: [
      (.seconds(60), .seconds(1)), (.milliseconds(1500), .milliseconds(500)), (.milliseconds(1), .milliseconds(1)),
      (.zero, nil),
      (
        Duration(secondsComponent: .max, attosecondsComponent: 1),
        Duration(secondsComponent: 1, attosecondsComponent: 1)
      ),
    ] as [(Duration, Duration?)])
  func untilNext(remaining: Duration, change: Duration?) {
    #expect(RemainingTime.untilNextText(for: remaining) == change)
    guard let change else { return }
    #expect(
      RemainingTime.text(for: remaining - change + .nanoseconds(1)) == RemainingTime.text(for: remaining))
    #expect(RemainingTime.text(for: remaining - change) != RemainingTime.text(for: remaining))
  }
}
