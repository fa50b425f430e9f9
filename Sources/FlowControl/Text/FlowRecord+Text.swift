import FlowCommandLine
import FlowDurable
import FlowJSON

extension FlowRecord {
  /// What the record says, without values.
  var sentence: String {
    switch body {
    case .began: "began"
    case .started(let started): "\(visit ?? "") started, attempt \(started.attempt)"
    case .settled(let settled): (visit ?? "") + settled.outcome
    case .waiting(let waiting):
      "\(visit ?? "") waits"
        + (waiting.names.isEmpty ? "" : " for \(waiting.names.joined(separator: ", "))")
        + (waiting.due.map { " until \($0)" } ?? "")
    case .message(let received): received.message.sentence
    case .back(let back): "back to \(back.step)"
    case .undone(let undone):
      "\(visit ?? "") "
        + (undone.failure.map { "not undone in attempt \(undone.attempt): \($0.type)" } ?? "undone")
    case .moved(let moved): "goes on at \(moved.step), which was \(moved.old)"
    case .parked(let parked): "parked: \(parked.reason)"
    case .ended(let ended): ended.ending.rawValue + (ended.failure.map { ": \($0.type)" } ?? "")
    case .snapshot: "snapshot"
    case .unknown: "a record of a newer version"
    }
  }

  /// The record as JSON, with its number.
  var numberedJSON: JSONValue {
    guard case .object(var object) = json else { return json }
    object["number"] = .integer(Int64(number))
    return .object(object)
  }
}

extension FlowRecord.Settled {
  /// How the visit ended, and where it led.
  fileprivate var outcome: String {
    var text = failure.map { " failed (\($0.type))" } ?? " completed"
    if attempt > 1 { text += " in attempt \(attempt)" }
    if let milliseconds { text += " in \(milliseconds) ms" }
    if let route { text += ", \(route)" }
    return text + (destination.map { " → \($0)" } ?? " → end")
  }
}

extension FlowMessage {
  fileprivate var sentence: String {
    switch content {
    case .message(let name, _): "message \(name)" + (key.map { " (\($0))" } ?? "")
    case .cancel: "command cancel"
    case .back(let step): "command back to \(step)"
    case .retry: "command retry"
    }
  }
}
