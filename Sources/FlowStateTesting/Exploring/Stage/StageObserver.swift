import FlowState

/// Records the events of the runs on a stage, and checks them against the laws.
///
/// Only a few schedules are ever examined, so the observer converts events to text only on request.
final class StageObserver: Sendable {
  private enum Entry {
    case event(FlowEvent)
    case note(String)
  }

  private struct State {
    var entries: [Entry] = []
    var laws = EventLaws()
    var seen = StageActivity()
    var began: StageStart?
    var completed: @Sendable (FlowPlace) -> Void = { _ in }

    mutating func receive(_ event: FlowEvent, of run: Int) {
      entries.append(.event(event))
      laws.receive(event)
      if case .stepBegan = event.kind {
        seen.begun += 1
        began = StageStart(place: event.place, run: run)
      } else {
        seen.work += 1
      }
    }
  }

  private let state = Locked(State())

  func receive(_ event: FlowEvent, of run: Int) {
    let notify = state.withLock { state in
      state.receive(event, of: run)
      return state.completed
    }
    if case .stepCompleted = event.kind { notify(event.place) }
  }

  /// Sets a closure to call when a step has completed, before its completion closure.
  func notifyOfCompletions(_ completed: @escaping @Sendable (FlowPlace) -> Void) {
    state.withLock { $0.completed = completed }
  }

  /// The activity of the runs so far.
  var activity: StageActivity { state.withLock { $0.seen } }

  /// The start of the step that began last.
  var latestStart: StageStart? { state.withLock { $0.began } }

  /// Records that code of the flow executes.
  func workExecutes() {
    state.withLock { $0.seen.work += 1 }
  }

  func note(_ line: String) {
    state.withLock { $0.entries.append(.note(line)) }
  }

  var violation: ScheduleViolation? { state.withLock { $0.laws.violation } }

  func withLaws<Value: Sendable>(_ body: (inout EventLaws) -> Value) -> Value {
    state.withLock { body(&$0.laws) }
  }

  var events: [FlowEvent] {
    state.withLock { $0.entries }.compactMap { if case .event(let event) = $0 { event } else { nil } }
  }

  /// The recorded events and notes as a recorder's lines.
  var lines: [String] {
    let recorder = FlowRecorder()
    for entry in state.withLock({ $0.entries }) {
      switch entry {
      case .event(let event): recorder.receive(event)
      case .note(let line): recorder.note(line)
      }
    }
    return recorder.lines
  }
}

/// Passes the events of a run that the setup has started, and of the runs nested in it, to the observer of the stage.
struct StagedRunObserver: FlowObserver {
  let observer: StageObserver
  /// The number of the run, counted from 1.
  let run: Int

  func receive(_ event: FlowEvent) { observer.receive(event, of: run) }
}
