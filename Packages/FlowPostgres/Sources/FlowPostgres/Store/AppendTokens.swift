import FlowDurable
import Synchronization

/// The tokens of appends whose answers were lost. A repeated append gets the same token, so that it isn't made twice.
final class AppendTokens: Sendable {
  private struct Lost {
    let fence: Int
    let records: [FlowRecord]
    let disposition: RunDisposition
    let token: Int
  }

  /// The last token. Tokens grow, so that a copy of an append that arrives late, after a later append, changes nothing. They start at a
  /// random number, so that two stores never use the same token for a run.
  private let last = Atomic(Int.random(in: 1...Int.max / 2))
  private let lost = Locked<[RunNumber: Lost]>([:])

  /// Returns the token of an append.
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

  /// Forgets the lost append of a run, because the store has received an answer.
  func settle(_ run: ClaimedRun) {
    lost.withLock { $0[run.run] = nil }
  }
}
