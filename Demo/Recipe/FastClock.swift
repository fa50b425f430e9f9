import FlowState

/// A clock on which time runs faster, or slower, than on the wall.
struct FastClock: FlowClock {
  /// How many times faster.
  let speed: Double
  private let wall = MonotonicClock()

  /// Makes a clock that begins at zero now.
  init(speed: Double) {
    self.speed = speed
  }

  var now: Duration { wall.now * speed }

  func schedule(after delay: Duration, _ call: @escaping @Sendable () -> Void) -> FlowAlarm {
    // What rounds down to nothing must not call before this returns.
    wall.schedule(after: max(delay / speed, .nanoseconds(1)), call)
  }
}
