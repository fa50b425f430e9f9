import Synchronization

extension FlowRun {
  /// The events of the run, up to its end.
  ///
  /// ```swift
  /// let run = flow.start(content, keepingEvents: true)
  /// for await event in run.events { print(LineObserver.line(for: event)) }
  /// ```
  ///
  /// If the run was started with `keepingEvents`, the first stream begins with the first event. Every other stream begins with
  /// the next event, and is empty if the run has ended. A stream buffers its events until you read them. It supports one
  /// reader. You can get it on any thread. It also contains the events of nested flows that have no observer of their own and
  /// that begin after the stream.
  public var events: AsyncStream<FlowEvent> {
    if let kept = keptEvents.take() { return kept }
    let (feed, events) = EventFeed.make(for: run)
    run.eventLoop.post(ClosureMessage { [run] in run.addFeed(feed) })
    return events
  }
}

/// The stream that begins with the run's first event, until it is taken.
struct KeptEvents: ~Copyable {
  private let events: AsyncStream<FlowEvent>?
  private let isTaken = Atomic<Bool>(false)

  init(_ events: AsyncStream<FlowEvent>?) {
    self.events = events
  }

  /// Returns the stream to the first caller, and nil to all others.
  func take() -> AsyncStream<FlowEvent>? {
    guard let events, !isTaken.exchange(true, ordering: .acquiringAndReleasing) else { return nil }
    return events
  }
}
