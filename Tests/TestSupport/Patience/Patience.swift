package import Testing

/// The error of a test that has waited in vain.
package struct Impatience: Error, CustomStringConvertible {
  package let description: String

  init(_ sentence: String, at location: SourceLocation) {
    description = "\(sentence) within \(PatienceClock.limit) seconds (\(location.fileID):\(location.line))."
  }
}

/// Waits until a condition holds for which there is no signal.
///
/// - Parameters:
///   - sentence: The failure message if the condition doesn't come to hold, without the full stop.
///   - location: Where the test waits.
///   - condition: The condition.
/// - Throws: ``Impatience`` if the condition doesn't hold in time, or the error of `condition`.
package nonisolated(nonsending) func patiently(
  _ sentence: String, at location: SourceLocation = #_sourceLocation, until condition: () async throws -> Bool
) async throws {
  let deadline = PatienceClock.shared.deadline
  while true {
    // The time is read first, so that a condition that holds in time counts, however long its check takes.
    let isLate = PatienceClock.shared.seconds >= deadline
    if try await condition() { return }
    guard !isLate else { throw Impatience(sentence, at: location) }
    try Task.checkCancellation()
    await Task.yield()
  }
}

/// Waits for a call that might never come. If it doesn't come, the test fails instead of hanging.
///
/// - Parameters:
///   - sentence: The failure message if the call doesn't come, without the full stop.
///   - location: Where the test waits.
///   - body: Passes `resume` on. It must be called once, on any thread.
/// - Returns: The value that `resume` was called with.
/// - Throws: ``Impatience`` if the call doesn't come in time.
@discardableResult
package nonisolated(nonsending) func patiently<Value: Sendable>(
  _ sentence: String, at location: SourceLocation = #_sourceLocation,
  _ body: (_ resume: @escaping @Sendable (_ value: Value) -> Void) -> Void
) async throws -> Value {
  let called = AsyncSignal()
  let received = Guarded<Value?>(nil)
  body { value in
    received.withLock { $0 = value }
    called.send()
  }
  try await called.wait(orSay: sentence, at: location)
  guard let value = received.withLock({ $0 }) else { throw CancellationError() }
  return value
}
