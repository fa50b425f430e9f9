import Dispatch
import FlowJSON

/// Compactions: everything that is still needed is written to a new file, which replaces the old one.
extension FileStore {
  /// Begins a compaction after a write if one is needed, or continues the one that is under way.
  func compact(_ journal: JournalFile) {
    if compactions.current != nil {
      if !compactions.isDue { continueCompaction() }
      return
    }
    guard !hasPendingLines, state.moves == nil, compactions.areNeeded(by: journal, state, at: time) else { return }
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
      var isComplete = try compaction.copySlice(from: journal)
      // Otherwise, the next write continues, because the places of its lines are those of the old file.
      if !isComplete || !hasPendingLines {
        if isComplete {
          let comparison = compaction.compare(with: state)
          guard comparison.isSame else { throw .damaged(file: path, offset: journal.end) }
          isComplete = comparison.isComplete
        }
        if isComplete { return try finish(&compaction, journal) }
        compactions.isDue = true
        executor.afterWaitingJobs { self.assumeIsolated { $0.continueCompaction() } }
      }
      compactions.current = compaction
    } catch {
      refuseCompaction(of: journal, because: error)
    }
  }

  private func finish(_ compaction: inout JournalCompaction, _ old: JournalFile) throws(StoreError) {
    let (new, failure) = try compaction.finish(JournalEntry.note("compacted", at: time))
    // The name belongs to the new file now, or to the old one after a loss of power. Neither may be written again.
    if let failure { return breakDown(failure) }
    replaceJournal(by: new, withPlacesOf: compaction.state)
    closeLater(old.file)
    compactions.succeeded(size: new.end)
    observer(.compacted(file: path, from: old.end, to: new.end))
    continueMoving()
  }

  /// Closes a replaced file later, on another thread: the system frees its space then, which takes long for a large file.
  private func closeLater(_ file: any OpenFile) {
    DispatchQueue.global(qos: .utility).asyncAfter(deadline: .now() + .seconds(1)) { withExtendedLifetime(file) {} }
  }

  /// Moves the next runs to the new file. Other calls execute in between, and move the runs that they change.
  private func continueMoving() {
    guard moveRuns(Self.movedAtOnce) else { return }
    executor.afterWaitingJobs { self.assumeIsolated { $0.continueMoving() } }
  }

  private static let movedAtOnce = 4_096

  /// Continues with the old file, which is unchanged. The next attempt comes when it has grown by half, or a while later.
  private func refuseCompaction(of old: JournalFile, because error: StoreError) {
    compactions.failed(size: old.end, at: time)
    try? system.remove(JournalCreation.temporary(path))
    observer(.notCompacted(file: path, reason: "\(error)"))
  }

  /// Gives up the compaction that is under way.
  func abandonCompaction() {
    guard compactions.current.take() != nil else { return }
    if let journal { compactions.failed(size: journal.end, at: time) }
    try? system.remove(JournalCreation.temporary(path))
  }
}

/// When a journal is compacted, and the compaction that is under way.
struct JournalCompactions {
  /// The size from which a journal is compacted when half of it is no longer needed.
  private let least: Int
  /// The number of bytes to copy at once.
  let slice: Int
  /// The size of the journal after the latest compaction, or when it failed.
  private var size = 0
  /// The time from which a compaction that has failed is tried again, however little the journal has grown, and the delay
  /// until then; nil and zero after a compaction that succeeded.
  private var (retryTime, delay): (StoreTime?, Duration) = (nil, .zero)
  var current: JournalCompaction?
  /// Whether the next slice is waiting for its turn.
  var isDue = false

  init(from least: Int, slice: Int) {
    (self.least, self.slice) = (least, slice)
  }

  /// Records the size of a journal after its compaction.
  mutating func succeeded(size: Int) {
    self.size = size
    (retryTime, delay) = (nil, .zero)
  }

  /// Records that a compaction has failed, for example because the disk is full. There may be space before the journal has
  /// grown by half.
  mutating func failed(size: Int, at time: StoreTime) {
    self.size = size
    delay = min(max(delay * 2, .seconds(60)), .seconds(3_600))
    retryTime = time.advanced(by: delay)
  }

  /// Returns whether less than half of a journal is still needed.
  func areNeeded(by journal: JournalFile, _ state: StoreState<JournalPlace>, at time: StoreTime) -> Bool {
    guard journal.end > least, journal.end > 2 * JournalCreation.size(of: state) else { return false }
    // The estimate may be wrong. It must not make each commit compact the journal.
    return journal.end > size + size / 2 || retryTime.map { $0 <= time } ?? false
  }
}
