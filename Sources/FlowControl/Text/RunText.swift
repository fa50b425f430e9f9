import FlowDurable
import FlowJSON

/// What commands say of a run.
struct RunText {
  let run: RunSummary
  let now: StoreTime

  /// The state in a few words.
  var state: String {
    switch run.state {
    case .ready(let due): due <= now ? "due" : "due in \(Self.text(of: due.duration(since: now)))"
    case .held(let end, let worker):
      end <= now ? "left by its worker" : "at work" + (worker.map { " (\($0))" } ?? "")
    case .waiting(let end, let names): Self.waiting(for: names, end.map { $0.duration(since: now) })
    case .parked(let reason): "parked: \(reason)"
    case .ended(let ending): ending.rawValue
    }
  }

  private static func waiting(for names: [String], _ left: Duration?) -> String {
    let what = names.isEmpty ? "waits" : "waits for \(names.joined(separator: ", "))"
    guard let left else { return what }
    return left > .zero ? "\(what), \(text(of: left)) left" : "\(what), time is up"
  }

  /// The time since the last change, in a few characters.
  var age: String { Self.text(of: now.duration(since: run.changed)) }

  /// A duration in its largest unit, rounded down: `3 d`.
  static func text(of duration: Duration) -> String {
    let seconds = max(0, duration.components.seconds)
    switch seconds {
    case ..<60: return "\(seconds) s"
    case ..<3_600: return "\(seconds / 60) min"
    case ..<86_400: return "\(seconds / 3_600) h"
    default: return "\(seconds / 86_400) d"
    }
  }

  /// The run as a JSON object, for programs.
  var json: JSONValue {
    var object: JSONObject = [
      "run": .integer(Int64(run.number.rawValue)), "flow": .string(run.flow), "state": .string(run.state.kind.rawValue),
      "queue": .string(run.queue), "priority": .integer(Int64(run.priority)),
      "records": .integer(Int64(run.lastRecord)), "messages": .integer(Int64(run.waitingMessages)),
      "began": .integer(run.began.milliseconds), "changed": .integer(run.changed.milliseconds),
    ]
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
