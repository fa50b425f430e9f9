import FlowDurable
import FlowJSON

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
    case .started(let started): "\(Self.visit(started.step, started.visit)) started, attempt \(started.attempt)."
    case .settled(let settled): settled.sentence
    case .waiting(let waiting):
      "\(Self.visit(waiting.step, waiting.visit)) waits"
        + (waiting.names.isEmpty ? "" : " for \(waiting.names.joined(separator: ", "))")
        + (waiting.due.map { ", until \($0.words)" } ?? "") + "."
    case .message(let received): "Took \(received.message.words)."
    case .back(let back): "Went back to \(back.step)."
    case .undone(let undone):
      "\(Self.visit(undone.step, undone.visit)) "
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

  /// A visit as keys of visits show it: `charge#1`.
  static func visit(_ step: String, _ visit: Int) -> String { "\(step)#\(visit)" }

  /// The values in the record, by their names.
  var values: [(name: String, value: JSONValue)] {
    switch body {
    case .began(let began): began.content.map { [("content", $0)] } ?? []
    case .settled(let settled):
      (settled.result.map { [("result", $0)] } ?? [])
        + settled.set.sorted { $0.key < $1.key }.map { ($0.key, $0.value.value) } + failure(settled.failure)
    case .message(let received):
      if case .message(let name, let body) = received.message.content { [(name, body)] } else { [] }
    case .ended(let ended): (ended.result.map { [("result", $0)] } ?? []) + failure(ended.failure)
    case .undone(let undone): failure(undone.failure)
    case .snapshot(let snapshot): [("state", snapshot.state)]
    case .started, .waiting, .back, .moved, .parked, .unknown: []
    }
  }

  private func failure(_ failure: RecordedFailure?) -> [(name: String, value: JSONValue)] {
    guard let failure else { return [] }
    return [("failure", .string(failure.text))] + (failure.value.map { [("failure's value", $0)] } ?? [])
  }
}

extension FlowRecord.Settled {
  fileprivate var sentence: String {
    var text = FlowRecord.visit(step, visit)
    text += failure.map { " failed (\($0.type))" } ?? " completed"
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
