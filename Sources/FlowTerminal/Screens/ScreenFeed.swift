import FlowState
import Synchronization

/// What happens to a screen, from all sides, in the order in which it came.
final class ScreenFeed {
  enum Event: Sendable {
    case window(LiveWindow.Event)
    case line(LineInput)
    /// The screen says that it has changed.
    case changed
    /// The time has passed that was asked for.
    case time
  }

  let events: AsyncStream<Event>
  let continuation: AsyncStream<Event>.Continuation
  let changes: Changes
  private let clock: any FlowClock
  private var alarm: FlowAlarm?

  init(clock: any FlowClock) {
    self.clock = clock
    (events, continuation) = AsyncStream.makeStream(of: Event.self)
    changes = Changes(continuation)
  }

  /// Takes what comes from a window.
  var tell: @Sendable (LiveWindow.Event) -> Void { { [continuation] in continuation.yield(.window($0)) } }

  /// Asks for one event when some time has passed, in place of what was asked for before.
  func wake(after delay: Duration?) {
    alarm?.cancel()
    // A screen that asks for no time at all must not keep the queue from everything else.
    alarm = delay.map { delay in
      clock.schedule(after: max(delay, .milliseconds(10))) { [continuation] in continuation.yield(.time) }
    }
  }

  func end() {
    alarm?.cancel()
    continuation.finish()
  }

  /// Tells of changes, however many, by one event until that is taken.
  final class Changes: Sendable {
    private let isTold = Atomic(false)
    private let continuation: AsyncStream<Event>.Continuation

    init(_ continuation: AsyncStream<Event>.Continuation) {
      self.continuation = continuation
    }

    func tell() {
      if !isTold.exchange(true, ordering: .acquiringAndReleasing) { continuation.yield(.changed) }
    }

    /// What changes from here on is told again.
    func taken() {
      isTold.store(false, ordering: .releasing)
    }
  }
}
