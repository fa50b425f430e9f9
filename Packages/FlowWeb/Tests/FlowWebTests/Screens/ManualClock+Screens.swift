import FlowStateTesting
import Testing
import WebTestSupport

extension ManualClock {
  /// Advances the clock by a second when the screen that is followed has set the alarm for it, which it does after it has
  /// announced the second before.
  func advanceBySecondOfScreen() async throws {
    try await patiently("The screen was not followed") { nextTimer.map { $0 <= now + .seconds(1) } ?? false }
    advance(by: .seconds(1))
  }
}
