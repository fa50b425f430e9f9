import FlowJSON

/// Compactions: everything that is still needed is written to a new file, which replaces the old one.
extension FileStore {
  /// Begins a compaction after a write if one is needed, or continues the one that is under way.
  func compact(_ journal: JournalFile) {
    if compactions.current != nil {
      if !compactions.isDue { continueCompaction() }
      return
    }
    guard !hasPendingLines, compactions.areNeeded(by: journal, state) else { return }
    do throws(StoreError) {
      compactions.current = try JournalCompaction(
        system, of: journal, state, store: identity, at: time, sliceSize: compactions.slice)
      continueCompaction()
    } catch {
      refuseCompaction(of: journal, because: error)
    }
  }

  /// Copies a slice. Other calls execute between two slices.
  private func continueCompaction() {
    compactions.isDue = false
    guard var compaction = compactions.current.take(), let journal else { return }
    do throws(StoreError) {
      if try compaction.copySlice(from: journal) {
        // Otherwise, the next write continues, because the places of its lines are those of the old file.
        if !hasPendingLines { return try finish(&compaction, journal) }
      } else {
        compactions.isDue = true
        executor.afterWaitingJobs { self.assumeIsolated { $0.continueCompaction() } }
      }
      compactions.current = compaction
    } catch {
      refuseCompaction(of: journal, because: error)
    }
  }

  private func finish(_ compaction: inout JournalCompaction, _ old: JournalFile) throws(StoreError) {
    guard state.hasSameRecords(as: compaction.state) else { throw .damaged(file: path, offset: old.end) }
    let (new, failure) = try compaction.finish(JournalEntry.note("compacted", at: time))
    // The name belongs to the new file now, or to the old one after a loss of power. Neither may be written again.
    if let failure { return breakDown(failure) }
    replaceJournal(by: new, withPlacesOf: compaction.state)
    compactions.size = new.end
    observer(.compacted(file: path, from: old.end, to: new.end))
  }

  /// Continues with the old file, which is unchanged. The next attempt comes when it has grown by half.
  private func refuseCompaction(of old: JournalFile, because error: StoreError) {
    compactions.size = old.end
    try? system.remove(JournalCreation.temporary(path))
    observer(.notCompacted(file: path, reason: "\(error)"))
  }

  /// Gives up the compaction that is under way.
  func abandonCompaction() {
    guard compactions.current.take() != nil else { return }
    if let journal { compactions.size = journal.end }
    try? system.remove(JournalCreation.temporary(path))
  }
}

/// When a journal is compacted, and the compaction that is under way.
struct JournalCompactions {
  /// The size from which a journal is compacted when half of it is no longer needed.
  private let least: Int
  /// The number of bytes to copy at once.
  let slice: Int
  /// The size of the journal after the latest compaction.
  var size = 0
  var current: JournalCompaction?
  /// Whether the next slice is waiting for its turn.
  var isDue = false

  init(from least: Int, slice: Int) {
    (self.least, self.slice) = (least, slice)
  }

  /// Returns whether less than half of a journal is still needed.
  func areNeeded(by journal: JournalFile, _ state: StoreState<JournalPlace>) -> Bool {
    journal.end > least && journal.end > 2 * JournalCreation.size(of: state)
      // The estimate may be wrong. It must not make each commit compact the journal.
      && journal.end > size + size / 2
  }
}
