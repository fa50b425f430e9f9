import FlowDurable

extension FlowRecord {
  /// The record as a line of a page, without values.
  var line: RunLine {
    RunLine(number: number, at: at, mark: mark, sentence: sentence, values: values.map(\.name))
  }

  private var mark: RunLine.Mark {
    switch body {
    case .settled(let settled): settled.failure == nil ? .good : .bad
    case .waiting: .waiting
    case .undone(let undone): undone.failure == nil ? .undone : .bad
    case .back: .undone
    case .parked: .bad
    case .ended(let ended): ended.ending == .completed ? .good : ended.ending == .failed ? .bad : .undone
    case .message: .message
    case .began, .started, .moved, .snapshot, .unknown: .plain
    }
  }

  private var sentence: String {
    switch body {
    case .began: "The run began."
    case .started(let started): "\(visit ?? "") started, attempt \(started.attempt)."
    case .settled(let settled): (visit ?? "") + settled.outcome
    case .waiting(let waiting):
      "\(visit ?? "") waits"
        + (waiting.names.isEmpty ? "" : " for \(waiting.names.joined(separator: ", "))")
        + (waiting.due.map { ", until \($0.words)" } ?? "") + "."
    case .message(let received): "Took \(received.message.words)."
    case .back(let back): "Went back to \(back.step)."
    case .undone(let undone):
      "\(visit ?? "") "
        + (undone.failure.map { "was not undone in attempt \(undone.attempt): \($0.type)." } ?? "was undone.")
    case .moved(let moved): "Goes on at \(moved.step), which was \(moved.old)."
    case .parked(let parked): "Parked: \(parked.reason)"
    case .ended(let ended):
      "The run \(ended.ending == .cancelled ? "was cancelled" : ended.ending.rawValue)"
        + (ended.failure.map { ": \($0.type)." } ?? ".")
    case .snapshot: "Snapshot: it replaces the records before it."
    case .unknown: "A record that a newer version has written."
    }
  }
}

extension FlowRecord.Settled {
  /// How the visit ended, and where it led.
  fileprivate var outcome: String {
    var text = failure.map { " failed (\($0.type))" } ?? " completed"
    if attempt > 1 { text += " in attempt \(attempt)" }
    if let milliseconds { text += " in \(Duration.milliseconds(milliseconds).words)" }
    if let route { text += ", \(route)" }
    return text + (destination.map { " → \($0)" } ?? " → end")
  }
}

extension FlowMessage {
  /// The message in a few words.
  var words: String {
    switch content {
    case .message(let name, _): "message \(name)" + (key.map { " (\($0))" } ?? "")
    case .cancel: "the command to cancel"
    case .back(let step): "the command to go back to \(step)"
    case .retry: "the command to retry"
    }
  }
}
