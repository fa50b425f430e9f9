@testable import FlowDurable
import FlowStateTesting

extension StoreUnderTest {
  /// A store in memory.
  static func memory() -> StoreUnderTest {
    let clock = ManualClock()
    return StoreUnderTest(MemoryStore(timed: clock)) { clock.advance(by: $0) }
  }

  /// A journal in a folder. Opening it again is like the end of its process: nothing is closed in an orderly way.
  static func file(
    _ folder: TemporaryFolder, surviving durability: Durability, compactingAt size: Int = 64 << 20
  ) throws -> StoreUnderTest {
    let clock = ManualClock()
    @Sendable func open() throws -> FileStore {
      try FileStore(
        at: folder.file(), on: SystemFileSystem(), surviving: durability, timed: clock, compactingAt: size)
    }
    return StoreUnderTest(
      try open(),
      reopening: { store in
        await (store as? FileStore)?.abandon()
        return try open()
      }, advancing: { clock.advance(by: $0) })
  }
}

extension FileStore {
  /// Gives up the journal as the end of the process does.
  func abandon() {
    end(.closed)
  }
}
