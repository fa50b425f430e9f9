public import FlowState

extension FlowRecorder {
  /// The line for an event by itself: the step, or else the run, and what happened to it.
  ///
  /// - Parameter event: What happened.
  /// - Returns: The line, without a line break.
  public static func line(for event: FlowEvent) -> String {
    oneLine(phrase(for: event.kind, subject: event.step ?? event.run.description))
  }

  /// The line for an event among those of a recording that began with `firstRun`.
  static func line(for event: FlowEvent, _ details: Details, firstRun: FlowRunID?) -> String {
    let time = details.contains(.times) ? "\(seconds(event.time)) " : ""
    let place = details.contains(.places) ? place(of: event, firstRun) : ""
    return time + oneLine(place) + line(for: event)
  }

  /// What happened to whom, in words. The one place that knows the kinds of events.
  private static func phrase(for kind: FlowEvent.Kind, subject: String) -> String {
    switch kind {
    case .runBegan: "\(subject) run began"
    case .stepBegan: "\(subject) began"
    case .contentSet: "\(subject) content"
    case .stepCompleted: "\(subject) completed"
    case .stepFailed(let error): "\(subject) failed: \(reason(of: error))"
    case .stepTimedOut: "\(subject) timed out"
    case .stepAbandoned: "\(subject) abandoned"
    case .stepCancelled: "\(subject) cancelled"
    case .stepDelayed(let delay): "\(subject) waits \(delay)"
    case .stepUndone: "\(subject) undone"
    case .wentBack: "back to \(subject)"
    case .extraCompletionIgnored: "\(subject) extra"
    case .rested: "rest"
    case .runEnded(.completed): "\(subject) completed"
    case .runEnded(.failed): "\(subject) failed"
    case .runEnded(.cancelled): "\(subject) cancelled"
    }
  }

  private static func reason(of error: FlowError) -> String {
    error.cause.map { "\($0)" } ?? "\(error.reason)"
  }

  /// Which run and lane, unless it is the first of both; an event that names its run needs no other hint.
  private static func place(of event: FlowEvent, _ firstRun: FlowRunID?) -> String {
    let run = event.run == firstRun || event.kind.isOfRun ? nil : event.run.description
    let lane = event.place.lane == 0 ? nil : "lane \(event.place.lane)"
    let parts = [run, lane].compactMap(\.self)
    return parts.isEmpty ? "" : parts.joined(separator: " ") + ": "
  }

  /// The text without anything that would end the line.
  private static func oneLine(_ text: String) -> String {
    guard text.contains(where: \.isNewline) else { return text }
    return text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline).joined(separator: "\\n")
  }

  private static func seconds(_ time: Duration) -> String {
    let (seconds, attoseconds) = time.components
    let milliseconds = String(attoseconds / 1_000_000_000_000_000)
    return "\(seconds)." + String(repeating: "0", count: max(0, 3 - milliseconds.count)) + milliseconds
  }
}

extension FlowEvent.Kind {
  /// Whether it happened to a run as a whole.
  fileprivate var isOfRun: Bool {
    switch self {
    case .runBegan, .runEnded: true
    default: false
    }
  }
}
