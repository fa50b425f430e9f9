/// Receives what happens in a run, event by event.
///
/// ```swift
/// final class Recorder: FlowObserver {
///   private let lines = Mutex<[String]>([])
///
///   func receive(_ event: FlowEvent) {
///     lines.withLock { $0.append("\(event.sequence) \(event.kind)") }
///   }
/// }
/// let watched = flow.observed(by: Recorder())
/// ```
///
/// A run that nobody observes makes no events.
public protocol FlowObserver: Sendable {
  /// Takes note of an event.
  ///
  /// Called on the queue of the run, in the order of the events, between the closures of the run and never under a lock.
  /// One observer may be told of several runs at the same time, from several queues.
  ///
  /// - Parameter event: What happened.
  func receive(_ event: FlowEvent)
}
