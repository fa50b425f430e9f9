public import FlowState

extension RunSummary {
  /// Returns the events of the run according to its records, for a `FlowOverlay`, a `ChromeTrace`, or a `LineObserver`.
  ///
  /// The times are those of the store's clock. The number of the events' run is the run's number in the store. Records
  /// before the latest snapshot no longer exist, so their events are missing. If the run hasn't ended, its step has
  /// begun but not settled.
  ///
  /// - Parameter records: The records, in order.
  /// - Returns: The events, in order.
  public func events(from records: [FlowRecord]) -> [FlowEvent] {
    var writer = RecordedEvents(run: self)
    for record in records { writer.add(record) }
    return writer.finish()
  }
}

/// Converts the records of one run to events.
private struct RecordedEvents {
  private let run: RunSummary
  private var events: [FlowEvent] = []
  private var visits = 0
  private var time = Duration.zero
  /// The step that has begun but not settled.
  private var open: String?
  /// The step that failed last.
  private var failed: String?
  private var hasEnded = false

  init(run: RunSummary) {
    self.run = run
  }

  mutating func add(_ record: FlowRecord) {
    let before = time
    if let at = record.at { time = .milliseconds(at.milliseconds) }
    resume(by: record)
    switch record.body {
    case .began: note(.runBegan(parent: nil))
    case .started(let started): begin(started.step)
    case .waiting(let waiting):
      begin(waiting.step)
      if let failed = waiting.failed {
        note(.stepFailed(error(failed.failure, at: waiting.step)), waiting.step)
        open = nil
      }
    case .settled(let settled): add(settled, since: before)
    case .back(let back):
      cancelOpen()
      note(.wentBack, back.step)
    case .undone(let undone):
      if undone.failure == nil { note(.stepUndone, undone.step) }
    case .ended(let ended): add(ended)
    case .message, .moved, .parked, .snapshot, .unknown: break
    }
  }

  /// Notes that a run which had ended continues by a command.
  private mutating func resume(by record: FlowRecord) {
    guard hasEnded else { return }
    switch record.body {
    case .message, .back:
      hasEnded = false
      note(.runResumed)
    default: break
    }
  }

  private mutating func add(_ settled: FlowRecord.Settled, since before: Duration) {
    if open != settled.step {
      let now = time
      // Without a measured time, the step began when the previous step settled.
      time = max(before, settled.milliseconds.map { now - .milliseconds($0) } ?? before)
      begin(settled.step)
      time = now
    }
    open = nil
    if let failure = settled.failure {
      failed = settled.step
      note(.stepFailed(error(failure, at: settled.step)), settled.step)
    } else {
      note(.stepCompleted, settled.step)
    }
    if settled.destination == nil { note(.rested) }
  }

  private mutating func add(_ ended: FlowRecord.Ended) {
    cancelOpen()
    hasEnded = true
    switch ended.ending {
    case .completed: note(.runEnded(.completed(nil)))
    case .cancelled: note(.runEnded(.cancelled))
    case .failed:
      let failure = ended.failure ?? RecordedFailure(type: "unknown", text: "unknown")
      note(.runEnded(.failed(error(failure, at: failed ?? run.position ?? run.flow))))
    }
  }

  mutating func finish() -> [FlowEvent] {
    if case .ended = run.state { return events }
    if let position = run.position, open != position {
      time = max(time, .milliseconds(run.changed.milliseconds))
      begin(position)
    }
    return events
  }

  private mutating func begin(_ step: String) {
    guard open != step else { return }
    open = step
    visits += 1
    note(.stepBegan, step)
  }

  private mutating func cancelOpen() {
    if let step = open.take() { note(.stepCancelled, step) }
  }

  private var place: FlowPlace {
    FlowPlace(run: FlowRunID(flow: run.flow, number: run.number.rawValue), lane: 0, visit: visits)
  }

  private mutating func note(_ kind: FlowEvent.Kind, _ step: String? = nil) {
    events.append(FlowEvent(sequence: events.count + 1, time: time, step: step, place: place, kind: kind))
  }

  private func error(_ failure: RecordedFailure, at step: String) -> FlowError {
    FlowError(step: step, place: place, reason: .failed(FailureText(text: failure.text)))
  }
}

/// A recorded failure as an error that shows its text.
private struct FailureText: Error, CustomStringConvertible {
  let text: String

  var description: String { text }
}
