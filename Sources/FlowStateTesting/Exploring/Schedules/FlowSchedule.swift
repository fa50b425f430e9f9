import Foundation

/// The order of the events of a run, as a list of choices that you can print, read, and replay.
///
/// ```swift
/// let schedule = try FlowSchedule("Download#1: failure, timer, cancel at Edit#1")
/// print(schedule.choices.count)  // 3
/// ```
///
/// A schedule lists only the differences from the plain order: first the messages on the queues, then the events in the
/// order of their registration, then the timers. Each choice happens instead:
///
/// - `deliver` delivers the message that has waited longest on the run's queue; `deliver 2` on the second queue.
/// - `timer` advances the clock to the next timer and calls it. `timer 2` advances to the second of the waiting timers,
///   and calls those with an earlier time on the way, but not the others of the same time.
/// - `cancel` cancels the run; `cancel 2` cancels the second run that the setup has started.
/// - `Download#2` lets the second event of that name happen. If the event can happen in several ways, the name of a way
///   follows a colon; without a name, the event happens in the first way.
/// - `cancel at Edit#1` happens as the work of step `Edit` begins for the first time, as if on another thread, and
///   `cancel at the end of Edit#1` as that work ends. Any choice can have such a moment. `Edit#1: result at Edit#1`
///   completes the step inside its intent.
/// - `crash before 12` crashes the process of a durable run; see `CrashExplorer`. A ``ScheduleExplorer`` skips it.
///
/// If an event, a timer, or a moment isn't available yet, the plain order continues until it is. A choice that can no
/// longer happen is skipped. A name that isn't a single plain word is in quotation marks.
public struct FlowSchedule: Sendable, Hashable, CustomStringConvertible {
  /// The choices, in the order in which they happen.
  public var choices: [Choice]

  /// Creates a schedule.
  ///
  /// - Parameter choices: The choices, in the order in which they happen.
  public init(_ choices: [Choice] = []) {
    self.choices = choices
  }

  /// Creates a schedule from text in the format of ``description``.
  ///
  /// - Parameter text: The choices, separated by commas or line breaks.
  /// - Throws: A ``ScheduleTextError`` that names the choice that can't be read.
  public init(_ text: String) throws(ScheduleTextError) {
    var scanner = ScheduleScanner(text)
    choices = try scanner.scan()
  }

  /// Creates a schedule from the text of a file.
  ///
  /// - Parameter path: The path of the file.
  /// - Throws: An error if the file can't be read, or a ``ScheduleTextError`` that names the choice that can't be read.
  public init(contentsOf path: String) throws {
    try self.init(String(contentsOf: URL(fileURLWithPath: path), encoding: .utf8))
  }

  /// The choices on one line, separated by commas.
  public var description: String { choices.map(\.description).joined(separator: ", ") }

  /// Returns the text of a failure that the schedule replays.
  ///
  /// - Parameters:
  ///   - sentence: The sentence about the failure.
  ///   - keywords: The keywords before the call of the explorer, such as `try`.
  ///   - trace: The lines of the replay.
  /// - Returns: The sentence, the line that replays the failure, and the lines of the replay.
  package func report(_ sentence: String, _ keywords: String, trace: [String]) -> String {
    """
    \(sentence)
    To see it again:
      \(keywords) explorer.replay(\(literal))
    What happens then:
    \(trace.map { "  \($0)" }.joined(separator: "\n"))
    """
  }

  /// The choices as a string literal of Swift.
  package var literal: String {
    let text = description
    // The longest run of number signs after a quotation mark or a backslash, which would end the literal or begin an escape.
    var longest = -1
    var run: Int?
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\"", "\\": run = 0
      case "#": run = run.map { $0 + 1 }
      default: run = nil
      }
      longest = max(longest, run ?? -1)
    }
    guard longest >= 0 else { return "\"\(text)\"" }
    let marks = String(repeating: "#", count: max(2, longest + 1))
    return "\(marks)\"\(text)\"\(marks)"
  }
}
