/// An observer that writes one readable line for each event, and one for each ``FlowFinding``.
///
/// ```swift
/// let traced = flow.observed(by: LineObserver { line in print(line) })
/// // 0.000 Profile#1 ▸ run began
/// // 0.000 Profile#1   Display began
/// // 1.482 Profile#1   Display completed
/// ```
public struct LineObserver: FlowObserver {
  private let write: @Sendable (String) -> Void

  /// Creates an observer.
  ///
  /// - Parameter write: Receives each line, without a line break, on the queue of the run.
  public init(_ write: @escaping @Sendable (_ line: String) -> Void) {
    self.write = write
  }

  /// Writes the line for an event.
  ///
  /// - Parameter event: The event.
  public func receive(_ event: FlowEvent) {
    write(LineObserver.line(for: event))
  }

  /// Returns the line for an event: the seconds since the clock's origin, the run, and what happened.
  ///
  /// - Parameter event: The event.
  /// - Returns: The line, without a line break.
  public static func line(for event: FlowEvent) -> String {
    let lane = event.place.lane == 0 ? "" : " lane \(event.place.lane)"
    return "\(event.time.secondsText) \(oneLine(event.run.description))\(lane) \(phrase(for: event))"
  }

  /// True: the observer writes a line for each finding.
  public var wantsFindings: Bool { true }

  /// Writes the line for a finding.
  ///
  /// - Parameter finding: The finding.
  public func receive(_ finding: FlowFinding) {
    write(LineObserver.line(for: finding))
  }

  /// Returns the line for a finding: the seconds since the clock's origin, the run, and the finding as a sentence.
  ///
  /// - Parameter finding: The finding.
  /// - Returns: The line, without a line break.
  public static func line(for finding: FlowFinding) -> String {
    "\(finding.time.secondsText) \(oneLine(finding.run.description)) ? \(oneLine(finding.description))"
  }

  private static func phrase(for event: FlowEvent) -> String {
    let step = (event.step.map(quoted) ?? "") + (event.wrapper.map { " (\($0.rawValue))" } ?? "")
    return switch event.kind {
    case .runBegan(nil): "▸ run began"
    case .runBegan(let parent?): "▸ run began, nested at \(oneLine(parent.description))"
    case .runResumed: "▸ run resumed"
    case .variantExposed(let assignment): "  \(oneLine(assignment.description))"
    case .stepBegan: "  \(step) began"
    case .contentSet: "  \(step) content set"
    case .contextSet(let name, let value?): "  \(oneLine(name)) = \(oneLine(value))"
    case .contextSet(let name, nil): "  \(oneLine(name)) removed"
    case .contextRestored(let name, let value?): "  \(oneLine(name)) back to \(oneLine(value))"
    case .contextRestored(let name, nil): "  \(oneLine(name)) back to no value"
    case .stepCompleted: "  \(step) completed"
    case .stepFailed(let error): "  \(step) failed: \(oneLine(reason(of: error)))"
    case .stepTimedOut(let error): "  \(step) \(reason(of: error))"
    case .stepDelayed(let delay): "  \(step) waits \(delay.secondsText) s"
    case .contentRestored: "  \(step) content restored"
    case .stepUndone: "  \(step) undone"
    case .undoFailed(let error): "  \(step) not undone: \(oneLine(reason(of: error)))"
    case .backRefused(let error): "  no way back: \(oneLine(error.description))"
    case .wentBack: "◂ back to \(step)"
    case .stepAbandoned: "  \(step) abandoned"
    case .stepCancelled: "  \(step) cancelled"
    case .extraCompletionIgnored: "  \(step) extra completion ignored"
    case .rested: "  at rest"
    case .runEnded(.completed): "◂ run completed"
    case .runEnded(.failed): "◂ run failed"
    case .runEnded(.cancelled): "◂ run cancelled"
    case .runSetAside: "◂ run set aside"
    }
  }

  private static func reason(of error: FlowError) -> String {
    switch error.reason {
    case .failed(let cause): "\(cause)"
    case .timedOut(let limit): "timed out after \(limit.secondsText) s"
    case .abandoned: "abandoned"
    case .superseded: "started again while it waited"
    }
  }

  private static func quoted(_ identifier: String) -> String {
    let isPlain = !identifier.isEmpty && identifier.allSatisfy { $0.isLetter || $0.isNumber || "-_.".contains($0) }
    return isPlain
      ? identifier
      : "'\(oneLine(identifier).split(separator: "'", omittingEmptySubsequences: false).joined(separator: "\\'"))'"
  }

  /// Escapes the characters that would end the line or control a terminal.
  private static func oneLine(_ text: String) -> String {
    var line = ""
    for scalar in text.unicodeScalars {
      switch scalar.properties.generalCategory {
      case .control, .lineSeparator, .paragraphSeparator, .format:
        line += "\\u{\(String(scalar.value, radix: 16, uppercase: true))}"
      default:
        line.unicodeScalars.append(scalar)
      }
    }
    return line
  }
}
