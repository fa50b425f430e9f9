import FlowCommandLine
import FlowDurable
import FlowJSON

extension FlowRecord {
  /// What the record says, without values.
  var sentence: String {
    switch body {
    case .began: "began"
    case .started(let started): "\(Self.visit(started.step, started.visit)) started, attempt \(started.attempt)"
    case .settled(let settled): settled.sentence
    case .waiting(let waiting):
      "\(Self.visit(waiting.step, waiting.visit)) waits"
        + (waiting.names.isEmpty ? "" : " for \(waiting.names.joined(separator: ", "))")
        + (waiting.due.map { " until \($0)" } ?? "")
    case .message(let received): received.message.sentence
    case .back(let back): "back to \(back.step)"
    case .undone(let undone):
      "\(Self.visit(undone.step, undone.visit)) "
        + (undone.failure.map { "not undone in attempt \(undone.attempt): \($0.type)" } ?? "undone")
    case .moved(let moved): "goes on at \(moved.step), which was \(moved.old)"
    case .parked(let parked): "parked: \(parked.reason)"
    case .ended(let ended): ended.ending.rawValue + (ended.failure.map { ": \($0.type)" } ?? "")
    case .snapshot: "snapshot"
    case .unknown: "a record of a newer version"
    }
  }

  /// A visit as keys of visits show it: `charge#1`.
  static func visit(_ step: String, _ visit: Int) -> String { "\(step)#\(visit)" }

  /// The values in the record, by their names.
  var values: [(name: String, value: JSONValue)] {
    switch body {
    case .began(let began): began.content.map { [("content", $0)] } ?? []
    case .settled(let settled):
      (settled.result.map { [("result", $0)] } ?? [])
        + settled.set.sorted { $0.key < $1.key }.map { ($0.key, $0.value.value) }
        + (settled.failure.map { [("failure", .string($0.text))] } ?? [])
    case .message(let received):
      if case .message(let name, let body) = received.message.content { [(name, body)] } else { [] }
    case .ended(let ended):
      (ended.result.map { [("result", $0)] } ?? []) + (ended.failure.map { [("failure", .string($0.text))] } ?? [])
    case .undone(let undone): undone.failure.map { [("failure", .string($0.text))] } ?? []
    case .snapshot(let snapshot): [("state", snapshot.state)]
    case .started, .waiting, .back, .moved, .parked, .unknown: []
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
  fileprivate var sentence: String {
    var text = FlowRecord.visit(step, visit)
    text += failure.map { " failed (\($0.type))" } ?? " completed"
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
