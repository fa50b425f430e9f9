public import FlowState

/// What a schedule has led to: what an invariant is stated of.
///
/// ```swift
/// stage.require { report in
///   report.lines.contains("Pay completed") == report.lines.contains("Ship completed") ? nil : "Paid and not shipped."
/// }
/// ```
public struct ScheduleReport: Sendable {
  /// Everything that was chosen, in this order.
  public let schedule: FlowSchedule
  /// How many timers waited on the clock when the run's outcome was told.
  public let timersLeft: Int
  let observer: StageObserver
  let describeOutcome: @Sendable () -> String

  /// How the run ended, as text: `completed`, `completed: Al`, `failed: Pay: out of money`, `cancelled`.
  public var outcome: String { describeOutcome() }
  /// What happened, oldest first.
  public var events: [FlowEvent] { observer.events }
  /// What happened, and what the test has noted on the stage, line by line.
  public var lines: [String] { observer.lines }
  /// What happened, as one text.
  public var text: String { lines.joined(separator: "\n") }
}
