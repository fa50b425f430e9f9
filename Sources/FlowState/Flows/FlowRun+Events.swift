import Synchronization

extension FlowRun {
  /// What happens in the run, event by event, up to its end.
  ///
  /// ```swift
  /// let run = flow.start(content, keepingEvents: true)
  /// for await event in run.events { print(LineObserver.line(for: event)) }
  /// ```
  ///
  /// A run that was started `keepingEvents` tells the first who asks for them everything from its beginning. All others
  /// hear what happens from now on; once the run has ended that is nothing. Events that nobody takes yet are kept. Each
  /// stream is for one reader, who may ask for it on any thread. Nested flows that have no observer of their own, and begin
  /// later than the stream, are told of as well.
  public var events: AsyncStream<FlowEvent> {
    if let kept = keptEvents.take() { return kept }
    let (feed, events) = EventFeed.make(for: id)
    run.eventLoop.post(ClosureMessage { [run] in run.addFeed(feed) })
    return events
  }
}

/// The stream of events that a run began with, until somebody takes it.
struct KeptEvents: ~Copyable {
  private let events: AsyncStream<FlowEvent>?
  private let isTaken = Atomic<Bool>(false)

  init(_ events: AsyncStream<FlowEvent>?) {
    self.events = events
  }

  /// The stream for the first who asks; nil for all others.
  func take() -> AsyncStream<FlowEvent>? {
    guard let events, !isTaken.exchange(true, ordering: .acquiringAndReleasing) else { return nil }
    return events
  }
}
