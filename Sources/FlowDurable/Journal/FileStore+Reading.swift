import FlowJSON

extension FileStore {
  /// Reads records of a run.
  func readRecords(of run: RunNumber, after number: Int, limit: Int) throws(StoreError) -> [FlowRecord] {
    guard let index = state.table.index(of: run.rawValue) else { throw .unknownRun(run) }
    guard let journal else { throw failure ?? .closed }
    var reader = JournalLineReader(journal)
    return try reader.records(of: state.table[index], after: number, limit: limit)
  }

  /// Reads messages of a run that no record has taken.
  func readMessages(
    of run: RunNumber, from seen: Int, to last: Int, atMost limit: Int = .max
  ) throws(StoreError) -> [ReceivedMessage] {
    guard let index = state.table.index(of: run.rawValue) else { throw .unknownRun(run) }
    guard let journal else { throw failure ?? .closed }
    var reader = JournalLineReader(journal)
    return try reader.messages(of: state.table[index], from: seen, to: last, atMost: limit)
  }
}
