/// An error that explains why a text isn't a schedule.
///
/// ```swift
/// do {
///   _ = try FlowSchedule("deliver, Download")
/// } catch {
///   print(error)
///   // Choice 2 of the schedule: expected deliver, timer, cancel, crash or an event such as Download#1, found 'Download'.
/// }
/// ```
public struct ScheduleTextError: Error, Equatable, CustomStringConvertible {
  /// The number of the choice that can't be read, counted from 1.
  public let choice: Int
  /// A description of what is expected at this position.
  public let expected: String
  /// The text that was found instead; empty at the end of the text.
  public let found: String

  /// Creates an error.
  ///
  /// - Parameters:
  ///   - choice: The number of the choice that can't be read, counted from 1.
  ///   - expected: A description of what is expected.
  ///   - found: The text that was found instead.
  public init(choice: Int, expected: String, found: String) {
    self.choice = choice
    self.expected = expected
    self.found = found
  }

  /// A sentence that names the choice, the expectation, and the text that was found.
  public var description: String {
    "Choice \(choice) of the schedule: expected \(expected), found \(found.isEmpty ? "the end" : "'\(found)'")."
  }
}
