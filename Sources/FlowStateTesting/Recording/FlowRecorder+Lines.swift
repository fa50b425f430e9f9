public import FlowState

extension FlowRecorder {
  /// The line for an event by itself: the step, or else the run under its own number, and what happened to it.
  ///
  /// - Parameter event: What happened.
  /// - Returns: The line, without a line break.
  public static func line(for event: FlowEvent) -> String {
    let phrase = phrase(for: event.kind, of: event.stepText ?? event.run.description) { error in
      error.cause.map { "\($0)" } ?? "\(error.reason)"
    }
    return oneLine(phrase)
  }

  /// The line for an event among those of a recording.
  ///
  /// - Parameters:
  ///   - event: What happened.
  ///   - run: The run that it happened in, under the recording's number.
  ///   - firstRun: The run that the recording began with.
  ///   - details: What the line tells besides the event.
  /// - Returns: The line, without a line break.
  static func line(for event: FlowEvent, in run: FlowRunID, after firstRun: FlowRunID?, _ details: Details) -> String {
    let time = details.contains(.times) ? "\(event.time.secondsText) " : ""
    let place = details.contains(.places) ? place(of: event, in: run, after: firstRun) : ""
    return oneLine(time + place + phrase(for: event.kind, of: event.stepText ?? run.description, because: reason))
  }

  /// What happened to whom, in words, for a line by itself and for one of a recording.
  private static func phrase(
    for kind: FlowEvent.Kind, of subject: String, because reason: (FlowError) -> String
  ) -> String {
    switch kind {
    case .runBegan: "\(subject) run began"
    case .variantAssigned(let assignment): "\(assignment)"
    case .stepBegan: "\(subject) began"
    case .contentSet: "\(subject) content"
    case .contextSet(let name, let value): value.map { "\(name) = \($0)" } ?? "\(name) removed"
    case .stepCompleted: "\(subject) completed"
    case .stepFailed(let error): "\(subject) failed: \(reason(error))"
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

  /// Why a step failed. An error that tells of another step is told as that step's own line would, because its own words
  /// hold the number of the run.
  private static func reason(of error: FlowError) -> String {
    switch error.reason {
    case .failed(let cause as FlowError): "\(cause.step) \(ending(of: cause))"
    case .failed(let cause): "\(cause)"
    case .timedOut: "timed out"
    case .abandoned: "abandoned"
    case .superseded: "superseded"
    }
  }

  private static func ending(of error: FlowError) -> String {
    if case .failed = error.reason { "failed: \(reason(of: error))" } else { reason(of: error) }
  }

  /// Which run and lane, unless it is the first of both; an event that names its run needs no other hint.
  private static func place(of event: FlowEvent, in run: FlowRunID, after firstRun: FlowRunID?) -> String {
    let isNamed =
      switch event.kind {
      case .runBegan, .runEnded: true
      default: false
      }
    let run = run == firstRun || isNamed ? nil : run.description
    let lane = event.place.lane == 0 ? nil : "lane \(event.place.lane)"
    let parts = [run, lane].compactMap(\.self)
    return parts.isEmpty ? "" : parts.joined(separator: " ") + ": "
  }

  /// The text without anything that would end the line.
  private static func oneLine(_ text: String) -> String {
    guard text.contains(where: \.isNewline) else { return text }
    return text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline).joined(separator: "\\n")
  }
}
