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

  /// A Boolean value that indicates whether the observer receives the findings of runs. False by default.
  ///
  /// A run reads this property once, when it is made. It collects data for findings only if an observer wants them.
  var wantsFindings: Bool { get }

  /// Receives a finding of a run that came to rest. Does nothing by default.
  ///
  /// The run calls this method on its queue, before the event that reports its end. A run that stays open calls it each
  /// time it comes to rest, for the steps that have received content since and haven't started.
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
