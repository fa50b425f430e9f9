package import Dispatch
package import Foundation
package import Testing

extension Task {
  /// Waits for a task that might never end, and stops waiting if it doesn't.
  ///
  /// - Parameters:
  ///   - sentence: The failure message if the task doesn't end, without the full stop.
  ///   - location: Where the test waits.
  /// - Returns: The task's value.
  /// - Throws: ``Impatience`` if the task doesn't end in time, or the task's error.
  @discardableResult
  package func value(
    orSay sentence: String, at location: SourceLocation = #_sourceLocation
  ) async throws -> Success {
    let ended = AsyncSignal()
    Task<Void, Never> {
      _ = await result
      ended.send()
    }
    try await ended.wait(orSay: sentence, at: location)
    return try await value
  }
}

/// Blocks the thread until another thread makes a condition hold, and fails the test if it never holds. The wait
/// doesn't order the threads.
///
/// - Parameters:
///   - sentence: The failure message if the condition doesn't come to hold, without the full stop.
///   - location: Where the test waits.
///   - condition: The condition.
/// - Returns: Whether the condition holds.
@discardableResult
package func blockPatiently(
  _ sentence: String, at location: SourceLocation = #_sourceLocation, until condition: () -> Bool
) -> Bool {
  let deadline = PatienceClock.shared.deadline
  var looks = 0
  while !condition() {
    looks += 1
    // The thread yields rarely, so that it sees early that the condition holds.
    guard looks.isMultiple(of: 100) else { continue }
    guard PatienceClock.shared.seconds < deadline else {
      Issue.record(Impatience(sentence, at: location), sourceLocation: location)
      return false
    }
    sched_yield()
  }
  return true
}

extension DispatchSemaphore {
  /// Blocks the thread until a signal comes, and fails the test if none does.
  ///
  /// - Parameters:
  ///   - sentence: The failure message if the signal doesn't come, without the full stop.
  ///   - location: Where the test waits.
  /// - Returns: Whether the signal came.
  @discardableResult
  package func wait(orSay sentence: String, at location: SourceLocation = #_sourceLocation) -> Bool {
    if comes() { return true }
    Issue.record(Impatience(sentence, at: location), sourceLocation: location)
    return false
  }

  /// Blocks the thread until a signal, and returns whether it has come in time.
  func comes() -> Bool {
    let deadline = PatienceClock.shared.deadline
    while PatienceClock.shared.seconds < deadline {
      if wait(timeout: .now() + .seconds(1)) == .success { return true }
    }
    return wait(timeout: .now()) == .success
  }
}

extension Process {
  /// Runs the process, and kills it if it takes too long, which fails the test. The waits for it and for its output
  /// then end.
  ///
  /// - Parameters:
  ///   - sentence: The failure message if the process doesn't end, without the full stop.
  ///   - location: Where the test waits.
  /// - Throws: The error of `run()`.
  package func run(orSay sentence: String, at location: SourceLocation = #_sourceLocation) throws {
    try run()
    _ = killPatiently(orSay: sentence, at: location)
  }

  /// Kills the process at the deadline of a wait, which fails the test.
  ///
  /// - Parameters:
  ///   - sentence: The failure message, without the full stop.
  ///   - location: Where the test waits.
  /// - Returns: A closure that lets the process run without a deadline.
  package func killPatiently(
    orSay sentence: String, at location: SourceLocation = #_sourceLocation
  ) -> @Sendable () -> Void {
    PatienceClock.shared.setAlarm { [self] in
      guard isRunning else { return }
      Issue.record(Impatience(sentence, at: location), sourceLocation: location)
      kill(processIdentifier, SIGKILL)
    }
  }
}

extension AsyncStream.Continuation {
  /// Ends the stream at the deadline of a wait, which fails the test, unless the stream has ended before.
  ///
  /// - Parameters:
  ///   - sentence: The failure message if the stream doesn't end, without the full stop.
  ///   - location: Where the stream is made.
  package func finishPatiently(orSay sentence: String, at location: SourceLocation = #_sourceLocation) {
    let cancelAlarm = PatienceClock.shared.setAlarm { [self] in
      Issue.record(Impatience(sentence, at: location), sourceLocation: location)
      finish()
    }
    onTermination = { _ in cancelAlarm() }
  }
}
