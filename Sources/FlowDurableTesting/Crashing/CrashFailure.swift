public import FlowStateTesting

/// A crash after which a durable run isn't what it would be without the crash.
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
    /// The run comes to the same end, in the same course, as without a crash.
    case outcome
    /// What was acknowledged is kept (D1).
    case acknowledged
    /// Each visit settles once (D2).
    case settlement
    /// The same work and the same undos happen as without a crash, under the same keys (D2, D9).
    case effects
    /// A visit has at most one attempt more than there were crashes.
    case attempts
    /// Work that may start only once has started at most once.
    case atMostOnce
    /// What a crash leaves can be opened (D12).
    case journal
    /// A worker works until the crash.
    case worker
    /// The runs come to an end.
    case endless
    /// Nothing of a run is alive after the end.
    case survivors
    /// A requirement of the test holds.
    case requirement
    /// The setup succeeds, and each step that it answers exists.
    case setup
  }

  /// The broken law.
  public let rule: Rule
  /// A sentence that describes what is wrong.
  public let sentence: String
  /// The step after which state wasn't kept, if the finding is about one.
  public let step: String?
  /// The schedule that replays the failure, as short as the explorer can make it.
  public let schedule: FlowSchedule
  /// What has happened in the trial.
  public let lines: [String]

  init(_ violation: CrashViolation, _ schedule: FlowSchedule, _ lines: [String]) {
    rule = violation.rule
    sentence = violation.sentence
    step = violation.step
    self.schedule = schedule
    self.lines = lines
  }

  /// The sentence, the line that replays the failure, and what happens.
  public var description: String {
    // An answer without a step is no failure of a schedule.
    if rule == .setup, lines.isEmpty { return sentence }
    return """
      \(sentence)
      To see it again:
        try await explorer.replay(\(schedule.literal))
      What happens then:
      \(lines.map { "  \($0)" }.joined(separator: "\n"))
      """
  }
}
