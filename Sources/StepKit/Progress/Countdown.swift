/// A timer that counts down: idle, then running or paused by turns, then finished.
///
/// It knows no clock: whoever asks says what time it is.
struct Countdown: Sendable, Equatable {
  /// What a timer does.
  enum Phase: Sendable, Equatable {
    case idle
    case running(since: Duration)
    case paused
    case finished
  }

  /// What has come of asking it to run.
  enum Start: Sendable, Equatable {
    case running
    /// There was nothing left to count.
    case finished
    case refused
  }

  /// How long it counts.
  let total: Duration
  private(set) var phase = Phase.idle
  /// Whether nobody looks: then it finishes when somebody looks again.
  private(set) var isInBackground = false
  /// The time that had passed when it was started last.
  private var before: Duration

  /// Makes a countdown.
  ///
  /// - Parameters:
  ///   - total: How long it counts.
  ///   - done: The time that has passed already.
  init(total: Duration, done: Duration = .zero) {
    self.total = max(total, .zero)
    before = min(max(done, .zero), self.total)
  }

  /// The time that has passed while it ran.
  func done(at now: Duration) -> Duration {
    guard case .running(let since) = phase else { return before }
    return min(total, before + max(now - since, .zero))
  }

  /// The time that is left.
  func remaining(at now: Duration) -> Duration { total - done(at: now) }

  /// When it will finish; nil unless it runs and somebody looks.
  var deadline: Duration? {
    guard case .running(let since) = phase, !isInBackground else { return nil }
    return since + total - before
  }

  var isRunning: Bool {
    if case .running = phase { true } else { false }
  }

  /// Starts or resumes.
  mutating func start(at now: Duration) -> Start {
    guard phase == .idle || phase == .paused else { return .refused }
    phase = .running(since: now)
    return settle(at: now) ? .finished : .running
  }

  /// Pauses; returns whether it ran.
  mutating func pause(at now: Duration) -> Bool {
    guard isRunning else { return false }
    before = done(at: now)
    phase = .paused
    isInBackground = false
    return true
  }

  /// Finishes if its time has run down; returns true at that one moment.
  mutating func settle(at now: Duration) -> Bool {
    guard isRunning, remaining(at: now) == .zero else { return false }
    before = total
    phase = .finished
    isInBackground = false
    return true
  }

  /// Nobody looks any more.
  mutating func enterBackground() {
    isInBackground = isRunning
  }

  /// Somebody looks again; returns whether it ran meanwhile.
  mutating func becomeActive() -> Bool {
    defer { isInBackground = false }
    return isInBackground
  }
}
