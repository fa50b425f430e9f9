/// A type that receives the events of a run.
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
/// A run without an observer makes no events.
public protocol FlowObserver: Sendable {
  /// Receives an event.
  ///
  /// The run calls this method on its queue, in the order of the events, between its closures and never under a lock. If the
  /// observer observes several runs, they can call it at the same time, from several queues.
  ///
  /// - Parameter event: The event.
  func receive(_ event: FlowEvent)
}
