import FlowJSON

extension FileStore {
  /// The approximate size of the line that a compacted journal has for each run.
  private static let sizeOfRun = 256

  /// Compacts the journal if more than half of it is no longer needed.
  func compactIfNeeded() {
    guard let journal, batch.isEmpty, journal.end > compactionSize,
      journal.end > 2 * (state.weight + Self.sizeOfRun * state.table.count),
      // The estimate may be wrong. It must not make each commit compact the journal.
      journal.end > compactedSize + compactedSize / 2
    else { return }
    compact(journal)
  }

  /// Writes everything that is still needed to a new file, which replaces the old one.
  private func compact(_ old: JournalFile) {
    do throws(StoreError) {
      var creation = try JournalCreation(system, path: path, store: identity, nextRun: state.nextRun, at: time)
      let places = try copy(from: old, to: &creation)
      let (new, failure) = try creation.finish(JournalEntry.note("compacted", at: time))
      // The name belongs to the new file now, or to the old one after a loss of power. Neither may be written again.
      if let failure { return breakDown(failure) }
      state.move(to: places)
      journal = new
      compactedSize = new.end
      observer(.compacted(file: path, from: old.end, to: new.end))
    } catch {
      // The old file is unchanged. The next attempt comes when it has grown by half.
      compactedSize = old.end
      try? system.remove(JournalCreation.temporary(path))
      observer(.notCompacted(file: path, reason: "\(error)"))
    }
  }

  private func copy(
    from old: JournalFile, to creation: inout JournalCreation
  ) throws(StoreError) -> [StoreState<JournalPlace>.NewPlaces] {
    var reader = JournalLineReader(old)
    var moved: [StoreState<JournalPlace>.NewPlaces] = []
    moved.reserveCapacity(state.table.count)
    for run in state.allRuns() {
      _ = try creation.append(state.kept(run).json)
      var places = StoreState<JournalPlace>.NewPlaces(run: run.number)
      for (number, place) in zip(Int(run.firstRecord)..., run.places) {
        guard case .object(let record) = try reader.json(at: place) else {
          throw .damaged(file: path, offset: place.offset)
        }
        places.records.append(try creation.append(JournalEntry.copy(record, run: run.number, number: number)))
      }
      for waiting in run.messages?.all() ?? [] {
        guard case .object(let message) = try reader.json(at: waiting.place) else {
          throw .damaged(file: path, offset: waiting.place.offset)
        }
        places.messages.append(
          try creation.append(JournalEntry.message(message, run: run.number, number: waiting.number)))
      }
      moved.append(places)
    }
    return moved
  }
}
