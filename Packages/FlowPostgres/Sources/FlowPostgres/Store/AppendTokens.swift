import FlowDurable
import Synchronization

/// The numbers of appends whose answers were lost. The same append, tried again, gets the same number, so that it isn't made twice.
final class AppendTokens: Sendable {
  private struct Lost {
    let fence: Int
    let records: [FlowRecord]
    let disposition: RunDisposition
    let token: Int
  }

  /// The last number, which begins anywhere: two stores never give the same one to a run.
  private let last = Atomic(Int.random(in: Int.min...Int.max))
  private let lost = Locked<[RunNumber: Lost]>([:])

  /// Returns the number of an append.
  func token(_ records: [FlowRecord], to run: ClaimedRun, then disposition: RunDisposition) -> Int {
    let known = lost.withLock { $0[run.run] }
    if let known, known.fence == run.fence, known.records == records, known.disposition == disposition {
      return known.token
    }
    return last.wrappingAdd(1, ordering: .relaxed).newValue
  }

  /// Remembers an append whose answer was lost.
  func lose(_ token: Int, _ records: [FlowRecord], to run: ClaimedRun, then disposition: RunDisposition) {
    let append = Lost(fence: run.fence, records: records, disposition: disposition, token: token)
    lost.withLock { $0[run.run] = append }
  }

  /// Forgets the append of a run, because an answer has come.
  func settle(_ run: ClaimedRun) {
    lost.withLock { $0[run.run] = nil }
  }
}
