/// A sequence of actions that breaks a law of journeys, as short as the explorer could make it.
///
/// The description has the sequence as a line that you can paste into a test, and as sentences:
///
/// ```
/// A change was acknowledged, and doesn't count: …
/// To see it again:
///   try await explorer.replay("A start, A send 1, A back, A send 2")
/// What happens then:
///   1. Tab A opens the start page, and starts.
///   …
/// ```
///
/// A test can look at it:
///
/// ```swift
/// do { try await explorer.explore(actions: 2) } catch let failure as JourneyFailure { print(failure.rule, failure) }
/// ```
public struct JourneyFailure: Error, CustomStringConvertible {
  /// A law that a sequence can break.
  ///
  /// ```swift
  /// print(JourneyFailure.Rule.allCases.map(\.rawValue))
  /// ```
  public enum Rule: String, Sendable, Hashable, CaseIterable {
    /// No reply has a status of 500 or more.
    case serverError
    /// An answer that counts was sent from a page that showed its visit, and the answers before it.
    case answer
    /// An answer that was acknowledged counts.
    case acknowledged
    /// An answer to the open page is taken.
    case taken
    /// A page of an earlier time, a reload, and a refused request change nothing.
    case stale
    /// A page shows what was entered, also when it has refused it.
    case entered
    /// A page has the token of the visit that its address names.
    case page
    /// One browser has one journey at a time, unless the pages allow several.
    case starts
    /// A request without the cookie or the tokens reads and changes nothing.
    case stranger
    /// A journey that has ended stays so.
    case ended
    /// Each visit has its effect under one key.
    case effects
    /// An effect that must be undone is undone when its visit is gone back past.
    case undo
    /// A requirement of the test holds.
    case requirement
    /// The work of a step ends.
    case endless
    /// The setup succeeds, does the same each time, and declares answers that its pages take. A journey begins.
    case setup
  }

  /// The broken law.
  public let rule: Rule
  /// A sentence that describes the violation.
  public let sentence: String
  /// The shortest sequence that the explorer found.
  public let actions: [JourneyAction]
  /// The events of the sequence, in sentences.
  public let lines: [String]
  /// The number of sequences that were played until this one was found, without those that shortened it.
  public let sequences: Int
  /// The byte of the journal's growth after which the server was killed; nil if it wasn't killed there.
  public let cut: Int?

  init(
    _ violation: JourneyViolation, _ actions: [JourneyAction], _ lines: [String], sequences: Int, cut: Int? = nil
  ) {
    rule = violation.rule
    sentence = violation.sentence
    self.actions = actions
    self.lines = lines
    self.sequences = sequences
    self.cut = cut
  }

  /// The sentence, the call that plays the sequence again, and what happens then.
  public var description: String {
    let place = cut.map { ", killingAfter: \($0)" } ?? ""
    let steps = lines.enumerated().map { "  \($0.offset + 1). \($0.element)" }
    return
      ([
        sentence, "To see it again:", "  try await explorer.replay(\"\(actions.text)\"\(place))", "What happens then:",
      ] + steps).joined(separator: "\n")
  }
}

/// A law that a trial breaks.
struct JourneyViolation: Error, Sendable {
  let rule: JourneyFailure.Rule
  let sentence: String

  init(_ rule: JourneyFailure.Rule, _ sentence: String) {
    self.rule = rule
    self.sentence = sentence
  }
}
