import FlowDurable

extension FlowRecord {
  /// The record as a line of a page. It contains no values.
  var line: RunLine {
    RunLine(number: number, at: at, mark: mark, sentence: words, values: values.map(\.name))
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
}
