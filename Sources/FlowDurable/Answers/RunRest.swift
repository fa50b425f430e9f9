public import FlowJSON
public import FlowState

/// The place where a durable run rests, as a program shows it to the person who answers.
///
/// ```swift
/// switch try await run.rest(within: .seconds(3)) {
/// case .page(let visit): print("Answer \(visit.token), please.")
/// case .waits(let step, let end): print("\(step ?? "The run") waits until \(end.map { "\($0)" } ?? "something happens").")
/// case .works(let step): print("Working on \(step ?? "it")…")
/// case .parked(let reason): print("An operator must look at it: \(reason)")
/// case .ended(let outcome): print("The end: \(outcome)")
/// }
/// ```
public enum RunRest<Result> {
  /// The run waits for a message at a step: a page on which a person answers, or news of another system.
  case page(OpenVisit)
  /// The run waits for a time, or for the next attempt of a step.
  case waits(step: String?, until: StoreTime?)
  /// A step of the run is at work, or the run is about to begin one.
  case works(step: String?)
  /// The run is parked, for the reason in the sentence.
  case parked(String)
  /// The run has ended.
  case ended(FlowOutcome<Result>)
}

extension RunRest: Sendable where Result: Sendable {}

/// A visit at which a durable run waits for a message.
///
/// ```swift
/// if case .page(let visit) = try await run.rest() {
///   print(visit.step, visit.earlier.map(\.step), visit.refused?.problems ?? [])
/// }
/// ```
public struct OpenVisit: Sendable {
  /// The name of the visit. An answer with it never counts for another visit.
  public let token: VisitToken
  /// The name of the step.
  public let step: String
  /// The names of the messages that the step awaits.
  public let awaits: [String]
  /// The time at which the wait ends; nil if it ends only with a message or a command. ``DurableRun/touch()`` moves it, but not behind
  /// ``runExpires``.
  public let expires: StoreTime?
  /// The time at which the time limit of the run passes; nil if the run has none, or if it has passed.
  public let runExpires: StoreTime?
  /// The answers to earlier visits, oldest first: one for each step, the latest.
  public let earlier: [AnsweredVisit]
  /// The latest answer to this visit, which the step has refused; nil if it has refused none.
  public let refused: RefusedAnswer?
  /// The answer to an earlier visit of the step, past which the run has gone back; nil if there is none.
  public let proposal: ProposedAnswer?
}

/// An answer that a visit of a durable run has taken.
///
/// ```swift
/// for visit in try await run.answers() { print(visit.token, visit.value, visit.canChange) }
/// ```
public struct AnsweredVisit: Sendable {
  /// The name of the visit.
  public let token: VisitToken
  /// The name of the step.
  public let step: String
  /// The answer, as the message had it.
  public let value: JSONValue
  /// The entry as the person typed it; nil if the answer contains everything.
  public let draft: JSONValue?
  /// Whether the answer can be changed. False if a final step has completed since.
  public let canChange: Bool
}

/// An answer that a page can show before the person answers again.
///
/// ```swift
/// if case .page(let visit) = try await run.rest(), let proposal = visit.proposal {
///   print("You answered:", proposal.value)
/// }
/// ```
public struct ProposedAnswer: Sendable {
  /// The answer, as the message had it.
  public let value: JSONValue
  /// The entry as the person typed it; nil if the answer contains everything.
  public let draft: JSONValue?
}
