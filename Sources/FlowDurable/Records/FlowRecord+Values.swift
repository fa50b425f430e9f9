public import FlowJSON

/// Contents of a record that programs show.
extension FlowRecord {
  /// The visit of the record, as at the end of a visit's key: `charge#1`; nil if the record is about the whole run.
  ///
  /// The name of the step isn't escaped, because the text is for human readers. Use ``DurableVisit/key`` for other
  /// services.
  public var visit: String? {
    switch body {
    case .started(let started): Self.visit(started.step, started.visit)
    case .settled(let settled): Self.visit(settled.step, settled.visit)
    case .waiting(let waiting): Self.visit(waiting.step, waiting.visit)
    case .undone(let undone): Self.visit(undone.step, undone.visit)
    case .began, .message, .back, .moved, .parked, .ended, .snapshot, .unknown: nil
    }
  }

  private static func visit(_ step: String, _ number: Int) -> String { "\(step)#\(number)" }

  /// The values of the program in the record, by name.
  ///
  /// These are the `content` of a run, the `result` of a step or a run, the values of kept keys by the names of their
  /// keys, sorted, the body of a message by the message's name, the text of a failure as `failure` and the error as
  /// `failure's value`, and the `state` of a snapshot. They can contain personal data.
  ///
  /// ```swift
  /// let record = FlowRecord(.began(FlowRecord.Began(NewRun(flow: "order", content: ["cents": 990]))))
  /// for (name, value) in record.values { print(name, value.jsonText) }  // content {"cents":990}
  /// ```
  public var values: [(name: String, value: JSONValue)] {
    switch body {
    case .began(let began): Self.values("content", began.content)
    case .settled(let settled):
      Self.values("result", settled.result)
        + settled.set.sorted { $0.key < $1.key }.map { ($0.key, $0.value.value) } + Self.values(settled.failure)
    case .message(let received):
      if case .message(let name, let body) = received.message.content { [(name, body)] } else { [] }
    case .ended(let ended): Self.values("result", ended.result) + Self.values(ended.failure)
    case .undone(let undone): Self.values(undone.failure)
    case .snapshot(let snapshot): [("state", snapshot.state)]
    case .waiting(let waiting): Self.values(waiting.failed?.failure)
    case .started, .back, .moved, .parked, .unknown: []
    }
  }

  private static func values(_ name: String, _ value: JSONValue?) -> [(name: String, value: JSONValue)] {
    value.map { [(name, $0)] } ?? []
  }

  private static func values(_ failure: RecordedFailure?) -> [(name: String, value: JSONValue)] {
    guard let failure else { return [] }
    return [("failure", .string(failure.text))] + values("failure's value", failure.value)
  }
}
