import FlowState

/// A clock whose time runs faster or slower than real time.
struct FastClock: FlowClock {
  /// The factor by which time runs faster.
  let speed: Double
  private let wall = MonotonicClock()

  /// Creates a clock that currently shows zero.
  init(speed: Double) {
    self.speed = speed
  }

  var now: Duration { wall.now * speed }

  func schedule(after delay: Duration, _ call: @escaping @Sendable () -> Void) -> FlowAlarm {
    // Without the minimum, a delay that rounds down to zero could make the call before this method returns.
    wall.schedule(after: max(delay / speed, .nanoseconds(1)), call)
  }
}
