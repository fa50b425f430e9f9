public import FlowState

/// A Swift clock with the time of a `FlowClock`, so that the same clock drives the sleeps of async functions.
///
/// ```swift
/// let clock = ManualClock(playing: queue)
/// let load = FlowStep(Any.self, String.self, identifier: "Load") { _ in
///   try await Task.sleep(for: .seconds(2), clock: clock.taskClock)
///   return "Al"
/// }
/// ```
///
/// Pass it to code that takes an `any Clock<Duration>`. With a ``ManualClock``, a sleep ends when the test advances the
/// clock. On a ``ScheduleStage``, it ends when the explorer chooses its timer.
///
/// When a task is cancelled, its sleep ends at once, and the timer is cancelled.
public struct FlowTaskClock: Clock {
  /// A time on the clock.
  public struct Instant: InstantProtocol, CustomStringConvertible {
    /// The time that has passed since the clock's origin.
    public let time: Duration

    /// Creates an instant.
    ///
    /// - Parameter time: The time that has passed since the clock's origin.
    public init(_ time: Duration) {
      self.time = time
    }

    /// Returns the instant after a duration.
    ///
    /// - Parameter duration: The duration, which can be negative.
    /// - Returns: The instant.
    public func advanced(by duration: Duration) -> Instant {
      Instant(time + duration)
    }

    /// Returns the duration to another instant.
    ///
    /// - Parameter other: The other instant.
    /// - Returns: The duration, which is negative if the other instant is earlier.
    public func duration(to other: Instant) -> Duration {
      other.time - time
    }

    /// Returns a Boolean value that indicates whether an instant is earlier than another.
    ///
    /// - Parameters:
    ///   - earlier: An instant.
    ///   - later: Another instant.
    /// - Returns: Whether the first instant is earlier.
    public static func < (earlier: Instant, later: Instant) -> Bool {
      earlier.time < later.time
    }

    /// The time that has passed since the clock's origin.
    public var description: String { "\(time)" }
  }

  private let clock: any FlowClock

  fileprivate init(_ clock: any FlowClock) {
    self.clock = clock
  }

  /// The current time.
  public var now: Instant { Instant(clock.now) }

  /// Zero, because the clock can distinguish any two times.
  public var minimumResolution: Duration { .zero }

  /// Suspends the task until a time.
  ///
  /// - Parameters:
  ///   - deadline: The time. If it has passed, the method returns at once.
  ///   - tolerance: Ignored. The sleep ends exactly at the deadline.
  /// - Throws: `CancellationError` if the task is cancelled.
  public func sleep(until deadline: Instant, tolerance: Duration? = nil) async throws {
    try Task.checkCancellation()
    guard now < deadline else { return }
    let sleep = TaskSleep()
    try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { sleep.begin($0, on: clock, until: deadline.time) }
    } onCancel: {
      sleep.cancel()
    }
  }
}

extension FlowClock {
  /// The clock as a Swift clock, for `Task.sleep(for:clock:)` and for code that takes an `any Clock<Duration>`.
  public var taskClock: FlowTaskClock { FlowTaskClock(self) }
}

/// A sleep of a task. It ends once, by its timer or by a cancellation, which can come before it begins.
private final class TaskSleep: Sendable {
  private enum State {
    case idle
    case asleep(CheckedContinuation<Void, any Error>, FlowAlarm?)
    case over
  }

  private let state = Locked(State.idle)

  func begin(_ continuation: CheckedContinuation<Void, any Error>, on clock: any FlowClock, until deadline: Duration) {
    let isCancelled = state.withLock { state in
      if case .over = state { return true }
      state = .asleep(continuation, nil)
      return false
    }
    if isCancelled { return continuation.resume(throwing: CancellationError()) }
    var now = clock.now
    while now < deadline {
      guard keep(clock.schedule(after: deadline - now) { self.end(with: .success(())) }) else { return }
      // If another thread has moved a manual clock in the meantime, the alarm is late. A running clock has hardly
      // moved.
      let later = clock.now
      guard later - now > .milliseconds(1) else { return }
      now = later
    }
    end(with: .success(()))
  }

  /// Replaces the alarm that ends the sleep.
  ///
  /// - Returns: Whether the sleep continues.
  private func keep(_ alarm: FlowAlarm) -> Bool {
    let (continues, useless) = state.withLock { state -> (Bool, FlowAlarm?) in
      guard case .asleep(let continuation, let earlier) = state else { return (false, alarm) }
      state = .asleep(continuation, alarm)
      return (true, earlier)
    }
    useless?.cancel()
    return continues
  }

  func cancel() {
    end(with: .failure(CancellationError()))
  }

  private func end(with result: Result<Void, any Error>) {
    let ended = state.withLock { state in
      defer { state = .over }
      return state
    }
    guard case .asleep(let continuation, let alarm) = ended else { return }
    alarm?.cancel()
    continuation.resume(with: result)
  }
}
