/// The order of the events of a run, as a list of choices that you can print, read and replay.
///
/// ```swift
/// let schedule = try FlowSchedule("deliver, Download#1: failure, timer, cancel")
/// print(schedule.choices.count)  // 4
/// ```
///
/// Each choice is something that can happen at that moment:
///
/// - `deliver` delivers the message that has waited longest on the run's queue.
/// - `timer` advances the clock to the next timer.
/// - `cancel` cancels the run.
/// - `Download#2` lets the second event of that name happen. If the event has several ways to happen, the name of one follows a
///   colon; without a name, the event happens in the first way.
///
/// A name that isn't a single plain word is in quotation marks.
public struct FlowSchedule: Sendable, Hashable, CustomStringConvertible {
  /// Something that happens.
  public enum Choice: Sendable, Hashable, CustomStringConvertible {
    /// Delivers the message that has waited longest on the queue.
    case deliver
    /// Advances the clock to the next timer, and calls all timers of that time.
    case timer
    /// Cancels the run.
    case cancel
    /// Lets the event of this name with this number happen, counted from 1.
    ///
    /// If the event has several ways to happen, `way` names one; nil stands for the first way.
    case event(_ name: String, _ occurrence: Int, way: String? = nil)

    /// The choice as a schedule writes it.
    public var description: String {
      switch self {
      case .deliver: "deliver"
      case .timer: "timer"
      case .cancel: "cancel"
      case .event(let name, let occurrence, let way):
        ScheduleScanner.written(name) + "#\(occurrence)" + (way.map { ": " + ScheduleScanner.written($0) } ?? "")
      }
    }
  }

  /// The choices, in the order in which they happen.
  public var choices: [Choice]

  /// Creates a schedule.
  ///
  /// - Parameter choices: The choices, in the order in which they happen.
  public init(_ choices: [Choice] = []) {
    self.choices = choices
  }

  /// Creates a schedule from text in the form of ``description``.
  ///
  /// - Parameter text: The choices, separated by commas or line breaks.
  /// - Throws: A ``ScheduleTextError`` that names the choice that can't be read.
  public init(_ text: String) throws(ScheduleTextError) {
    var scanner = ScheduleScanner(text)
    choices = try scanner.scan()
  }

  /// The choices on one line, separated by commas.
  public var description: String { choices.map(\.description).joined(separator: ", ") }
}
