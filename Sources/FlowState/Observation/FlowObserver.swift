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

  /// Whether the observer receives the findings of runs; false by default. A run asks once, when it is made. Only for observers that
  /// want findings does it note what they need.
  var wantsFindings: Bool { get }

  /// Receives what a run that came to rest has probably forgotten. Does nothing by default.
  ///
  /// The run calls this method on its queue, before the event that reports its end. A run that stays open calls it each time it comes
  /// to rest, with steps that received content since and haven't started.
  ///
  /// - Parameter finding: The finding.
  func receive(_ finding: FlowFinding)
}

extension FlowObserver {
  /// False: the observer receives events only.
  public var wantsFindings: Bool { false }

  /// Does nothing.
  ///
  /// - Parameter finding: The finding.
  public func receive(_ finding: FlowFinding) {}
}
