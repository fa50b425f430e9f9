/// The order in which things happen to a run: a list of choices that can be printed, read again and replayed.
///
/// ```swift
/// let schedule = try FlowSchedule("deliver, Download#1: failure, timer, cancel")
/// print(schedule.choices.count)  // 4
/// ```
///
/// Each choice is one thing that could happen at that moment: `deliver` delivers the one thing that has waited longest on the
/// run's queue, `timer` advances the clock to the next timer, `cancel` cancels the run, and `Download#2` lets the second
/// event of that name happen. Of an event that can turn out in several ways the way stands behind a colon; without it, it turns
/// out in the first. A name that is not one plain word stands in quotation marks.
public struct FlowSchedule: Sendable, Hashable, CustomStringConvertible {
  /// One thing that happens.
  public enum Choice: Sendable, Hashable, CustomStringConvertible {
    /// The thing that has waited longest on the queue is delivered.
    case deliver
    /// The clock advances to its next timer, which calls it and those of the same time.
    case timer
    /// The run is cancelled.
    case cancel
    /// An event happens: the one of this name with this number, counted from 1; if it has several ways, in this one, or
    /// without one in the first.
    case event(_ name: String, _ occurrence: Int, way: String? = nil)

    /// The choice as it stands in a schedule.
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

  /// What happens, in this order.
  public var choices: [Choice]

  /// Makes a schedule.
  ///
  /// - Parameter choices: What happens, in this order.
  public init(_ choices: [Choice] = []) {
    self.choices = choices
  }

  /// Reads a schedule as ``description`` writes it; commas or line breaks stand between the choices.
  ///
  /// - Parameter text: The text.
  /// - Throws: A ``ScheduleTextError`` that says which choice cannot be read.
  public init(_ text: String) throws(ScheduleTextError) {
    var scanner = ScheduleScanner(text)
    choices = try scanner.scan()
  }

  /// The choices on one line, with commas between them.
  public var description: String { choices.map(\.description).joined(separator: ", ") }
}
