/// The time of a run: what its events are stamped with.
///
/// Runs use the system's monotonic clock unless their `Flow` is given another, for instance one that a test moves.
///
/// ```swift
/// struct FrozenClock: FlowClock {
///   var now: Duration { .zero }
/// }
/// let timeless = flow.timed(by: FrozenClock())
/// ```
public protocol FlowClock: Sendable {
  /// The time that has passed since an origin of the clock's own choice; it never goes backwards.
  ///
  /// Called on the queue of the run that asks.
  var now: Duration { get }
}

/// The system's monotonic clock, counted from the moment the value was made.
///
/// ```swift
/// let clock = MonotonicClock()
/// let sinceThen = clock.now
/// ```
public struct MonotonicClock: FlowClock {
  private let origin: ContinuousClock.Instant

  /// Makes a clock that begins at zero now.
  public init() {
    origin = ContinuousClock.now
  }

  /// The time since the clock was made. Readable from any thread.
  public var now: Duration { origin.duration(to: ContinuousClock.now) }
}
