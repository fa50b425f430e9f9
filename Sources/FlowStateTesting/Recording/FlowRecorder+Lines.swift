public import FlowState

extension FlowRecorder {
  /// Returns a line for a single event.
  ///
  /// The line contains the name of the step, or the run with its own number, and a description of the event.
  ///
  /// - Parameter event: The event.
  /// - Returns: The line, without a line break.
  public static func line(for event: FlowEvent) -> String {
    let phrase = phrase(for: event.kind, of: event.stepText ?? event.run.description) { error in
      error.cause.map { "\($0)" } ?? "\(error.reason)"
    }
    return oneLine(phrase)
  }

  /// Returns the line for an event of a recording.
  ///
  /// - Parameters:
  ///   - event: The event.
  ///   - run: The run of the event, with its number in the recording.
  ///   - firstRun: The first run of the recording.
  ///   - details: The details that the line contains in addition to the event.
  /// - Returns: The line, without a line break.
  static func line(for event: FlowEvent, in run: FlowRunID, after firstRun: FlowRunID?, _ details: Details) -> String {
    let time = details.contains(.times) ? "\(event.time.secondsText) " : ""
    let place = details.contains(.places) ? place(of: event, in: run, after: firstRun) : ""
    return oneLine(time + place + phrase(for: event.kind, of: event.stepText ?? run.description, because: reason))
  }

  /// Returns the text that describes an event.
  private static func phrase(
    for kind: FlowEvent.Kind, of subject: String, because reason: (FlowError) -> String
  ) -> String {
    switch kind {
    case .runBegan: "\(subject) run began"
    case .runResumed: "\(subject) run resumed"
    case .variantExposed(let assignment): "\(assignment)"
    case .stepBegan: "\(subject) began"
    case .contentSet: "\(subject) content"
    case .contextSet(let name, let value): value.map { "\(name) = \($0)" } ?? "\(name) removed"
    case .contextRestored(let name, let value): "\(name) back to \(value ?? "no value")"
    case .stepCompleted: "\(subject) completed"
    case .stepFailed(let error): "\(subject) failed: \(reason(error))"
    case .stepTimedOut: "\(subject) timed out"
    case .stepAbandoned: "\(subject) abandoned"
    case .stepCancelled: "\(subject) cancelled"
    case .stepDelayed(let delay): "\(subject) waits \(delay)"
    case .contentRestored: "\(subject) content restored"
    case .stepUndone: "\(subject) undone"
    case .undoFailed(let error): "\(subject) not undone: \(reason(error))"
    case .backRefused(let error): "no way back: \(error)"
    case .wentBack: "back to \(subject)"
    case .extraCompletionIgnored: "\(subject) extra"
    case .rested: "rest"
    case .runEnded(.completed): "\(subject) completed"
    case .runEnded(.failed): "\(subject) failed"
    case .runEnded(.cancelled): "\(subject) cancelled"
    case .runSetAside: "\(subject) set aside"
    }
  }

  /// Returns the reason of a failure as text.
  ///
  /// If the cause is the error of another step, the text is the one in that step's line, because the description of the
  /// cause contains the number of its run.
  private static func reason(of error: FlowError) -> String {
    var text = ""
    var error = error
    var level = 0
    while var inner = error.cause as? FlowError {
      if level == ErrorText.levelsShown, inner.depth > ErrorText.levelsShown {
        text += ErrorText.omission(of: inner.depth - 1)
        inner = inner.innermost
      }
      text += inner.cause == nil ? "\(inner.step) " : "\(inner.step) failed: "
      error = inner
      level += 1
    }
    return text + word(for: error.reason)
  }

  private static func word(for reason: FlowError.Reason) -> String {
    switch reason {
    case .failed(let cause): "\(cause)"
    case .timedOut: "timed out"
    case .abandoned: "abandoned"
    case .superseded: "superseded"
    }
  }

  /// Returns the run and the lane as a prefix.
  ///
  /// The prefix omits the first run and the first lane of a run. It also omits the run if the text of the event names
  /// it.
  private static func place(of event: FlowEvent, in run: FlowRunID, after firstRun: FlowRunID?) -> String {
    let isNamed =
      switch event.kind {
      case .runBegan, .runResumed, .runEnded, .runSetAside: true
      default: false
      }
    let run = run == firstRun || isNamed ? nil : run.description
    let lane = event.place.lane == 0 ? nil : "lane \(event.place.lane)"
    let parts = [run, lane].compactMap(\.self)
    return parts.isEmpty ? "" : parts.joined(separator: " ") + ": "
  }

  /// Returns the text on one line, without addresses and without characters that control a terminal.
  private static func oneLine(_ text: String) -> String {
    // Most lines need no changes.
    guard text.utf8.contains(where: { $0 < 0x20 || $0 >= 0x7F || $0 == UInt8(ascii: "$") || $0 == UInt8(ascii: "x") })
    else {
      return text
    }
    return text.withoutAddresses.withoutControls
  }
}
