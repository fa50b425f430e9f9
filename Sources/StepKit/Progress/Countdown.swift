/// A timer that counts down. It is idle, then alternately running and paused, then finished.
///
/// It has no clock. Each method receives the current time.
struct Countdown: Sendable, Equatable {
  /// The state of a countdown.
  enum Phase: Sendable, Equatable {
    case idle
    case running(since: Duration)
    case paused
    case finished
  }

  /// The result of starting a countdown.
  enum Start: Sendable, Equatable {
    case running
    /// No time was left.
    case finished
    case refused
  }

  /// The duration of the countdown.
  let total: Duration
  private(set) var phase = Phase.idle
  /// Whether the screen is in the background. In the background, the countdown has no deadline.
  private(set) var isInBackground = false
  /// The time that had passed when the countdown was last started or paused.
  private var before: Duration

  /// Creates a countdown.
  ///
  /// - Parameters:
  ///   - total: The duration of the countdown.
  ///   - done: The time that has already passed.
  init(total: Duration, done: Duration = .zero) {
    self.total = max(total, .zero)
    before = min(max(done, .zero), self.total)
  }

  /// Returns the time that the countdown has run.
  func done(at now: Duration) -> Duration {
    guard case .running(let since) = phase else { return before }
    return min(total, before + max(now - since, .zero))
  }

  /// Returns the remaining time.
  func remaining(at now: Duration) -> Duration { total - done(at: now) }

  /// The time at which the countdown finishes. Nil if it is not running or is in the background.
  var deadline: Duration? {
    guard case .running(let since) = phase, !isInBackground else { return nil }
    return since + total - before
  }

  var isRunning: Bool {
    if case .running = phase { true } else { false }
  }

  /// Starts or resumes the countdown.
  mutating func start(at now: Duration) -> Start {
    guard phase == .idle || phase == .paused else { return .refused }
    phase = .running(since: now)
    return settle(at: now) ? .finished : .running
  }

  /// Pauses the countdown. Returns whether it was running.
  mutating func pause(at now: Duration) -> Bool {
    guard isRunning else { return false }
    before = done(at: now)
    phase = .paused
    isInBackground = false
    return true
  }

  /// Finishes the countdown if its time has run down. Returns true only for the call that finishes it.
  mutating func settle(at now: Duration) -> Bool {
    guard isRunning, remaining(at: now) == .zero else { return false }
    before = total
    phase = .finished
    isInBackground = false
    return true
  }

  /// Marks a running countdown as being in the background.
  mutating func enterBackground() {
    isInBackground = isRunning
  }

  /// Clears the background mark. Returns whether the countdown was running in the background.
  mutating func becomeActive() -> Bool {
    defer { isInBackground = false }
    return isInBackground
  }
}
