import FlowState
import Synchronization

/// The events of a screen from all sources, in the order of their arrival.
final class ScreenFeed {
  enum Event: Sendable {
    case window(LiveWindow.Event)
    case line(LineInput)
    /// The screen reports a change.
    case changed
    /// The requested time has passed.
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

  /// A closure that receives the events of a window.
  var deliver: @Sendable (LiveWindow.Event) -> Void { { [continuation] in continuation.yield(.window($0)) } }

  /// Requests an event after a delay, and replaces the previous request.
  func wake(after delay: Duration?) {
    alarm?.cancel()
    // A screen whose delay is zero must not keep the queue busy.
    alarm = delay.map { delay in
      clock.schedule(after: max(delay, .milliseconds(10))) { [continuation] in continuation.yield(.time) }
    }
  }

  func end() {
    alarm?.cancel()
    continuation.finish()
  }

  /// Reports changes. Several changes are combined into one event until the event is taken.
  final class Changes: Sendable {
    private let isReported = Atomic(false)
    private let continuation: AsyncStream<Event>.Continuation

    init(_ continuation: AsyncStream<Event>.Continuation) {
      self.continuation = continuation
    }

    func report() {
      if !isReported.exchange(true, ordering: .acquiringAndReleasing) { continuation.yield(.changed) }
    }

    /// Records that the event was taken, so that the next change is reported again.
    func taken() {
      isReported.store(false, ordering: .releasing)
    }
  }
}
