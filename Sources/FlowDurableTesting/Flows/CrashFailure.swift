public import FlowStateTesting

/// A crash that changes the outcome of a durable run.
///
/// The description contains the crash as a line that you can paste into a test:
///
/// ```
/// After step 'count' the flow has state that it doesn't keep: without a crash, sum/run-1 completes with 3; with it, it completes
/// with 1.
/// To see it again:
///   try await explorer.replay("crash after 14")
/// What happens then:
///   …
/// ```
public struct CrashFailure: Error, CustomStringConvertible {
  /// A law that a crash can break.
  public enum Rule: String, Sendable, Hashable {
    /// The run ends in the same way, by the same course, as without a crash.
    case outcome
    /// Acknowledged changes are kept (D1).
    case acknowledged
    /// Each visit settles once (D2).
    case settlement
    /// The same work and the same undos happen as without a crash, under the same keys (D2, D9).
    case effects
    /// A visit has at most one attempt more than there were crashes.
    case attempts
    /// Work that may start only once starts at most once.
    case atMostOnce
    /// The journal can be opened after a crash (D12).
    case journal
    /// A worker works until the crash.
    case worker
    /// The runs end.
    case endless
    /// No object of a run is alive after its end.
    case survivors
    /// A requirement of the test holds.
    case requirement
    /// The setup succeeds, each step that it answers exists, and its answers are of the types of their steps' results.
    case setup
    /// The crashes of a replayed schedule happen, and the messages, commands, and answers that it names exist.
    case unknownChoice
  }

  /// The broken law.
  public let rule: Rule
  /// A sentence that describes the violation.
  public let sentence: String
  /// The step after which state was lost, if the finding is about a step.
  public let step: String?
  /// The schedule that replays the failure, as short as the explorer could make it.
  public let schedule: FlowSchedule
  /// The lines of the trial.
  public let lines: [String]

  init(_ violation: CrashViolation, _ schedule: FlowSchedule, _ lines: [String]) {
    rule = violation.rule
    sentence = violation.sentence
    step = violation.step
    self.schedule = schedule
    self.lines = lines
  }

  /// The sentence, the line that replays the failure, and the lines of the trial.
  public var description: String {
    // An answer for an unknown step isn't the failure of a schedule, and a schedule that doesn't fit shows nothing.
    if rule == .unknownChoice || rule == .setup && lines.isEmpty { return sentence }
    return schedule.report(sentence, "try await", trace: lines)
  }
}
