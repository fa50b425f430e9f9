import FlowDurable
import FlowJSON

/// The description of a run in the output of commands.
struct RunText {
  let run: RunSummary
  let now: StoreTime

  /// A short description of the state, with the reason if the run is parked.
  var state: String {
    var words = run.state.words(now: now)
    if run.attempts > 1 { words += ", attempt \(run.attempts)" }
    return if case .parked(let reason) = run.state { "\(words): \(reason)" } else { words }
  }

  /// The time since the last change, as a short text.
  var age: String { now.duration(since: run.changed).largestUnit }

  /// The time since the run was added, as a short text.
  var started: String { "\(now.duration(since: run.began).largestUnit) ago" }

  /// The time from the beginning of the run to its end, to its parking, or to now.
  var duration: String {
    let isOver = run.state.kind == .ended || run.state.kind == .parked
    return (isOver ? run.changed : now).duration(since: run.began).largestUnit
  }

  /// The run as a JSON object, for other programs.
  var json: JSONValue {
    var object: JSONObject = [
      "run": .integer(Int64(run.number.rawValue)), "flow": .string(run.flow), "state": .string(run.state.kind.rawValue),
      "queue": .string(run.queue), "priority": .integer(Int64(run.priority)),
      "records": .integer(Int64(run.lastRecord)), "messages": .integer(Int64(run.waitingMessages)),
      "began": .integer(run.began.milliseconds), "changed": .integer(run.changed.milliseconds),
    ]
    if run.attempts > 0 { object["attempts"] = .integer(Int64(run.attempts)) }
    object["key"] = run.key.map { .string($0) }
    object["tenant"] = run.tenant.map { .string($0) }
    object["at"] = run.position.map { .string($0) }
    switch run.state {
    case .ready(let due): object["due"] = .integer(due.milliseconds)
    case .held(let end, let worker):
      object["due"] = .integer(end.milliseconds)
      object["worker"] = worker.map { .string($0) }
    case .waiting(let end, let names):
      object["due"] = end.map { .integer($0.milliseconds) }
      if !names.isEmpty { object["awaits"] = .array(names.map { .string($0) }) }
    case .parked(let reason): object["reason"] = .string(reason)
    case .ended(let ending): object["ending"] = .string(ending.rawValue)
    }
    return .object(object)
  }
}
