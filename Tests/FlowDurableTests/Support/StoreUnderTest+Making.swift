@testable import FlowDurable
import FlowDurableTesting
import FlowState
import FlowStateTesting

extension StoreUnderTest {
  /// A store in memory.
  static func memory() -> StoreUnderTest {
    let clock = ManualClock()
    return StoreUnderTest(
      MemoryStore(timed: clock),
      spoiling: { store, run in (store as? MemoryStore)?.spoil(run) }, advancing: { clock.advance(by: $0) })
  }

  /// A journal in a folder. Opening it again is like the end of its process: nothing is closed in an orderly way.
  static func file(
    _ folder: TemporaryFolder, surviving safety: JournalSafety, compactingAt size: Int = 64 << 20,
    inSlicesOf slice: Int = 1 << 20
  ) throws -> StoreUnderTest {
    let clock = ManualClock()
    @Sendable func open() throws -> FileStore {
      try FileStore(
        at: folder.file(), on: SystemFileSystem(), surviving: safety, timed: clock, compactingAt: size,
        inSlicesOf: slice)
    }
    return StoreUnderTest(
      try open(),
      reopening: { store in
        await (store as? FileStore)?.abandon()
        return try open()
      },
      spoiling: { store, run in try await (store as? FileStore)?.spoil(run) }, advancing: { clock.advance(by: $0) })
  }
}

extension FileStore {
  /// Gives up the journal as the end of the process does.
  func abandon() {
    end(.closed)
  }

  /// Adds a record that can't be read to a run.
  func spoil(_ run: RunNumber) async throws {
    let transaction = StoreTransaction.append(run: run.rawValue, [.init()], then: .hold(until: nil), at: time)
    try enqueue(transaction, Array(#"{"run":\#(run),"settled":1,"at":\#(time.milliseconds)}"#.utf8), count: 1)
    try await commit()
  }
}

extension MemoryStore {
  /// Makes the latest record of a run one that can't be read.
  func spoil(_ run: RunNumber) {
    state.withLock { state in
      guard let index = state.runs.table.index(of: run.rawValue),
        let last = state.runs.table[index].places.indices.last
      else { return }
      state.runs.table[index].places[last] = Array(#"{"settled":1}"#.utf8)
    }
  }
}
