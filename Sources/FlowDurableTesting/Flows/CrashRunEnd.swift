import FlowDurable
import FlowJSON

/// The end of a run of a trial according to its records.
struct CrashRunEnd: Sendable, Equatable {
  let number: RunNumber
  let name: String
  /// The outcome, or the reason why the run doesn't continue.
  let outcome: String
  /// The events of the run, without times and attempts.
  let course: [String]
  /// Whether a step has failed in a process of the trial because it may run only once.
  let isInterrupted: Bool
  /// The step of the visit that settled last.
  let latest: String?
  /// The first visit that has two settlements; nil if each visit has one.
  let settledTwice: String?

  init(of run: CrashRun, in store: FileStore, isInterrupted: Bool) async throws {
    self.isInterrupted = isInterrupted
    let summary = try await store.runs(RunQuery(), after: nil, limit: .max).first { $0.number == run.number }
    let records = try await store.records(of: run.number, after: 0, limit: .max)
    number = run.number
    name = run.name
    course = records.compactMap(\.crashLine)
    latest = records.latestStep
    var settled: Set<String> = []
    settledTwice = records.compactMap(\.settledVisit).first { !settled.insert($0).inserted }
    switch summary?.state {
    case .parked(let reason): outcome = "is parked: \(reason)"
    case .waiting(_, let names):
      outcome = "waits for ever for \(names.isEmpty ? "nothing" : names.joined(separator: ", "))"
    case .ended: outcome = records.last?.endLine ?? "has ended"
    case .ready, .held, nil: outcome = "doesn't continue"
    }
  }
}

extension [FlowRecord] {
  /// The step that settled last; nil if none has settled.
  var latestStep: String? {
    for record in reversed() {
      if case .settled(let settled) = record.body { return settled.step }
    }
    return nil
  }
}

extension FlowRecord {
  /// The visit that has settled.
  fileprivate var settledVisit: String? {
    if case .settled(let settled) = body { "\(settled.step)#\(settled.visit)" } else { nil }
  }

  fileprivate var crashLine: String? {
    switch body {
    case .settled(let settled):
      var parts = ["\(settled.step)#\(settled.visit)"]
      if let result = settled.result { parts.append(result.jsonText) }
      if let failure = settled.failure { parts.append("failed: \(failure.text)") }
      parts += settled.set.sorted { $0.key < $1.key }.map { "\($0.key)=\($0.value.value.jsonText)" }
      parts += settled.removed.sorted().map { "\($0)=" }
      parts.append("-> \(settled.destination ?? "end")")
      return parts.joined(separator: " ")
    case .undone(let undone): return "undone \(undone.step)#\(undone.visit)" + (undone.failure == nil ? "" : " failed")
    case .back(let back): return "back to \(back.step)"
    case .began, .started, .waiting, .message, .moved, .parked, .ended, .snapshot, .unknown: return nil
    }
  }

  fileprivate var endLine: String? {
    guard case .ended(let ended) = body else { return nil }
    switch ended.ending {
    case .completed: return "completes with \(ended.result?.jsonText ?? "nothing")"
    case .failed: return "fails: \(ended.failure?.text ?? "")"
    case .cancelled: return "is cancelled"
    }
  }
}
