/// Why a text is not a schedule.
///
/// ```swift
/// do {
///   _ = try FlowSchedule("deliver, Download")
/// } catch {
///   print(error)
///   // Choice 2 of the schedule: expected deliver, timer, cancel or an event such as Download#1, found 'Download'.
/// }
/// ```
public struct ScheduleTextError: Error, Equatable, CustomStringConvertible {
  /// Which choice cannot be read, counted from 1.
  public let choice: Int
  /// What would have been right.
  public let expected: String
  /// What stands there instead; empty at the end of the text.
  public let found: String

  /// Makes an error.
  ///
  /// - Parameters:
  ///   - choice: Which choice cannot be read, counted from 1.
  ///   - expected: What would have been right.
  ///   - found: What stands there instead.
  public init(choice: Int, expected: String, found: String) {
    self.choice = choice
    self.expected = expected
    self.found = found
  }

  /// A sentence for the person who pasted the text.
  public var description: String {
    "Choice \(choice) of the schedule: expected \(expected), found \(found.isEmpty ? "the end" : "'\(found)'")."
  }
}
