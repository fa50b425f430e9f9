public import FlowState

/// A report of the events in a schedule, which requirements examine.
///
/// ```swift
/// stage.require { report in
///   report.lines.contains("Pay completed") == report.lines.contains("Ship completed") ? nil : "Paid and not shipped."
/// }
/// ```
public struct ScheduleReport: Sendable {
  /// All choices, in the order in which they happened.
  public let schedule: FlowSchedule
  /// The number of timers of the runs that were on the clock when the last run reported its outcome.
  public let timersLeft: Int
  /// The choices of a replayed schedule that couldn't happen, in its order; empty for a schedule that an explorer has
  /// found.
  public internal(set) var choicesNotTaken: [FlowSchedule.Choice] = []
  let observer: StageObserver
  let describeOutcomes: [@Sendable () -> String]

  /// The outcome of the first run as text: `completed`, `completed: Al`, `failed: Pay: out of money`, `cancelled`.
  public var outcome: String { describeOutcomes.first?() ?? "none" }
  /// The outcomes of all runs as text, in the order of their starts. A run that hasn't ended has the outcome `none`.
  public var outcomes: [String] { describeOutcomes.map { $0() } }
  /// The events of the schedule, oldest first.
  public var events: [FlowEvent] { observer.events }
  /// The events and the notes of the test as lines, oldest first.
  public var lines: [String] { observer.lines }
  /// The lines as one text.
  public var text: String { lines.joined(separator: "\n") }
}
