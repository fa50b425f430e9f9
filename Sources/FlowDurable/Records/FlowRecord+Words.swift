/// Descriptions of records for human readers.
extension FlowRecord {
  /// A short description of the record without values: `charge#1 completed in 130 ms → ship`.
  ///
  /// The names of steps, messages, and keys aren't escaped, and the reason of a parked run can quote a value.
  public var words: String {
    switch body {
    case .began: "began"
    case .started(let started): "\(visit ?? "") started, attempt \(started.attempt)"
    case .settled(let settled): (visit ?? "") + settled.words
    case .waiting(let waiting):
      "\(visit ?? "") "
        + (waiting.failed.map { "failed (\($0.failure.type)) in attempt \($0.attempt), waits" } ?? "waits")
        + (waiting.names.isEmpty ? "" : " for \(waiting.names.joined(separator: ", "))")
        + (waiting.due.map { " until \($0)" } ?? "")
    case .message(let received): "took \(received.message.words)"
    case .back(let back): "back to \(back.step)"
    case .undone(let undone):
      "\(visit ?? "") "
        + (undone.failure.map { "not undone in attempt \(undone.attempt): \($0.type)" } ?? "undone")
    case .moved(let moved): "continues at \(moved.step), which was \(moved.old)"
    case .parked(let parked): "parked: \(parked.reason)"
    case .ended(let ended): ended.ending.rawValue + (ended.failure.map { ": \($0.type)" } ?? "")
    case .snapshot: "snapshot, which replaces the records before it"
    case .unknown: "a record of a newer version"
    }
  }
}

extension FlowRecord.Settled {
  /// A description of the visit's end and of the next step.
  fileprivate var words: String {
    var words = failure.map { " failed (\($0.type))" } ?? " completed"
    if attempt > 1 { words += " in attempt \(attempt)" }
    if let milliseconds { words += " in \(Duration.milliseconds(milliseconds).words)" }
    if let route { words += ", \(route)" }
    return words + " → " + (destination ?? "end")
  }
}
