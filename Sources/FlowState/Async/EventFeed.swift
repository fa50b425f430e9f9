/// An observer that passes the events of one run, and of the runs nested in it, to an async stream.
final class EventFeed: FlowObserver {
  private let run: FlowRunID
  private let continuation: AsyncStream<FlowEvent>.Continuation

  private init(run: FlowRunID, continuation: AsyncStream<FlowEvent>.Continuation) {
    self.run = run
    self.continuation = continuation
  }

  /// Makes a feed and its stream of events. If the stream is dropped, the run removes the feed.
  static func make(for run: Run) -> (feed: EventFeed, events: AsyncStream<FlowEvent>) {
    let (events, continuation) = AsyncStream.makeStream(of: FlowEvent.self)
    let feed = EventFeed(run: run.id, continuation: continuation)
    // Weak, because the run holds the feed, and so this closure.
    let place = UnsafeTransfer(Place(run: run))
    continuation.onTermination = { [weak feed] reason in
      guard case .cancelled = reason, let feed, let run = place.value.run else { return }
      run.eventLoop.post(ClosureMessage { run.removeFeed(feed) })
    }
    return (feed, events)
  }

  private struct Place {
    weak var run: Run?
  }

  func receive(_ event: FlowEvent) {
    continuation.yield(event)
    if case .runEnded = event.kind, event.run == run { end() }
  }

  func end() {
    continuation.finish()
  }
}

extension Run {
  /// Adds a feed, which receives the next events. If the run has ended, ends the feed.
  func addFeed(_ feed: EventFeed) {
    if hasEnded { feed.end() } else { addObserver(feed) }
  }

  /// Removes a feed whose stream was dropped, so that a run doesn't collect them.
  fileprivate func removeFeed(_ feed: EventFeed) {
    removeObservers { $0 as? EventFeed === feed }
  }
}
