/// An observer that passes the events of one run, and of the runs nested in it, to an async stream.
struct EventFeed: FlowObserver {
  private let run: FlowRunID
  private let continuation: AsyncStream<FlowEvent>.Continuation

  /// Makes a feed and its stream of events.
  static func make(for run: FlowRunID) -> (feed: EventFeed, events: AsyncStream<FlowEvent>) {
    let (events, continuation) = AsyncStream.makeStream(of: FlowEvent.self)
    return (EventFeed(run: run, continuation: continuation), events)
  }

  func receive(_ event: FlowEvent) {
    continuation.yield(event)
    if case .runEnded = event.kind, event.run == run { end() }
  }

  func end() {
    continuation.finish()
  }
}
