/// A schedule that breaks an invariant, made as short and plain as the explorer could.
///
/// Its description is what to read and what to paste:
///
/// ```
/// Seed 3 breaks an invariant: The profile was shown before the pictures were there.
/// To see it again:
///   try explorer.replay("deliver, Profile#1")
/// What happens then:
///   > deliver
///   Load#1 run began
///   …
/// ```
public struct ScheduleFailure: Error, CustomStringConvertible {
  /// What a schedule can break.
  public enum Rule: String, Sendable, Hashable {
    /// What the test requires, by ``ScheduleStage/require(_:)``.
    case requirement
    /// The outcome is told exactly once.
    case outcome
    /// Each begun visit of a step settles exactly once before its run ends, and nothing happens after that.
    case settlement
    /// Each answer to a step is told of, as its settlement or as an extra completion.
    case reports
    /// A run ends when nothing is left that could happen.
    case hang
    /// A run ends before the explorer loses patience.
    case endless
    /// Nothing of a run is alive when it has ended.
    case survivors
  }

  /// The seed that led to it; nil for a replayed schedule.
  public let seed: UInt64?
  /// What is broken.
  public let rule: Rule
  /// How it is broken: what the test said, or the explorer.
  public let sentence: String
  /// The shortest schedule that was found. It says only where the order is not the plain one.
  public let schedule: FlowSchedule
  /// Everything that was chosen by the seed, or in the replay.
  public let original: FlowSchedule
  /// What happens when ``schedule`` is replayed: the choices, and the events that each of them led to.
  public let trace: String

  /// The sentence, the schedule to paste, and the trace.
  public var description: String {
    let text = schedule.description
    let literal = text.contains { $0 == "\"" || $0 == "\\" } ? "##\"\(text)\"##" : "\"\(text)\""
    let lines = trace.split(separator: "\n", omittingEmptySubsequences: false).map { "  \($0)" }
    return """
      \(seed.map { "Seed \($0)" } ?? "The schedule") breaks an invariant: \(sentence)
      To see it again:
        try explorer.replay(\(literal))
      What happens then:
      \(lines.joined(separator: "\n"))
      """
  }
}
