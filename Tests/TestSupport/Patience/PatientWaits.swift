package import Dispatch
package import Foundation
package import Testing

extension Task {
  /// Waits for a task that might never end, and leaves it behind if it doesn't.
  ///
  /// - Parameters:
  ///   - sentence: Says what has not happened if the task doesn't end, without the full stop.
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

/// Blocks the thread until a condition holds that another thread brings about, and fails the test if it doesn't. Orders no threads.
///
/// - Parameters:
///   - sentence: Says what has not happened if the condition doesn't come to hold, without the full stop.
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
    // The processor is given away seldom, so that the thread sees early that the condition holds.
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
  /// Blocks the thread until a signal that might never come, and fails the test if it doesn't.
  ///
  /// - Parameters:
  ///   - sentence: Says what has not happened if the signal doesn't come, without the full stop.
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
  /// Runs the process, and kills it if it takes too long, which fails the test. The waits for it and for its output end then.
  ///
  /// - Parameters:
  ///   - sentence: Says what has not happened if the process doesn't end, without the full stop.
  ///   - location: Where the test waits.
  /// - Throws: What `run()` throws.
  package func run(orSay sentence: String, at location: SourceLocation = #_sourceLocation) throws {
    try run()
    _ = killPatiently(orSay: sentence, at: location)
  }

  /// Kills the process when patience is at its end, which fails the test.
  ///
  /// - Parameters:
  ///   - sentence: Says what has not happened then, without the full stop.
  ///   - location: Where the test waits.
  /// - Returns: A closure to call when the process may run on.
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
  /// Ends the stream when patience is at its end, which fails the test, unless the stream has ended before.
  ///
  /// - Parameters:
  ///   - sentence: Says what has not happened if the stream doesn't end, without the full stop.
  ///   - location: Where the stream is made.
  package func finishPatiently(orSay sentence: String, at location: SourceLocation = #_sourceLocation) {
    let cancelAlarm = PatienceClock.shared.setAlarm { [self] in
      Issue.record(Impatience(sentence, at: location), sourceLocation: location)
      finish()
    }
    onTermination = { _ in cancelAlarm() }
  }
}
