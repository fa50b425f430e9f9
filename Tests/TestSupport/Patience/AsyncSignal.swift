package import Testing

/// A signal that any thread sends and that a task waits for. A signal that no task waits for yet is kept.
package final class AsyncSignal: Sendable {
  private enum Event {
    case signal, alarm
  }

  private let events: AsyncStream<Event>
  private let continuation: AsyncStream<Event>.Continuation

  package init() {
    (events, continuation) = AsyncStream.makeStream()
  }

  package func send() {
    continuation.yield(.signal)
  }

  /// Waits for one signal, or until the task is cancelled.
  ///
  /// - Parameters:
  ///   - sentence: The failure message if the signal doesn't come, without the full stop.
  ///   - location: Where the test waits.
  /// - Throws: ``Impatience`` if there was no signal in time.
  package func wait(orSay sentence: String, at location: SourceLocation = #_sourceLocation) async throws(Impatience) {
    let deadline = PatienceClock.shared.deadline
    let cancelAlarm = PatienceClock.shared.setAlarm { [continuation] in continuation.yield(.alarm) }
    defer { cancelAlarm() }
    var iterator = events.makeAsyncIterator()
    // An alarm before the deadline is that of an earlier wait, whose signal came at the last moment.
    while await iterator.next() == .alarm {
      if PatienceClock.shared.seconds >= deadline { throw Impatience(sentence, at: location) }
    }
  }
}
