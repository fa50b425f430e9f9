import FlowDurable

/// The numbers of appends whose answers were lost. The same append, tried again, gets the same number, so that it isn't made twice.
actor AppendTokens {
  private struct Lost {
    let fence: Int
    let records: [FlowRecord]
    let disposition: Disposition
    let token: Int
  }

  private var lost: [RunNumber: Lost] = [:]

  /// Whether there are appends whose answers were lost.
  private var isEmpty: Bool { lost.isEmpty }

  /// Returns the number of an append.
  func token(_ records: [FlowRecord], to run: ClaimedRun, then disposition: Disposition) -> Int {
    if !isEmpty, let known = lost[run.run], known.fence == run.fence, known.records == records,
      known.disposition == disposition
    {
      return known.token
    }
    return Int.random(in: Int.min...Int.max)
  }

  /// Remembers an append whose answer was lost.
  func lose(_ token: Int, _ records: [FlowRecord], to run: ClaimedRun, then disposition: Disposition) {
    lost[run.run] = Lost(fence: run.fence, records: records, disposition: disposition, token: token)
  }

  /// Forgets the append of a run, because an answer has come.
  func settle(_ run: ClaimedRun) {
    lost[run.run] = nil
  }
}
