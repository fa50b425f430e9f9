import DurableTestSupport
import FlowChains
@testable import FlowDurable
import FlowStateTesting
import Foundation
import TestSupport
import Testing

/// Durable runs that are steered at random, one after the other, for as long as `FLOWSTATE_SOAK_SECONDS` says; `.ci/soak` sets it.
@Suite("Random durable runs", .timeLimit(.minutes(60)))
struct DurableSoakTests {
  /// The seconds that the test takes. If they aren't set, it makes a fixed number of runs.
  private static let seconds = ProcessInfo.processInfo.environment["FLOWSTATE_SOAK_SECONDS"].flatMap(Double.init)
  private static let compactionSize = 64 << 10

  @Test("Random durable runs do and undo their work in a journal and in memory, and leave nothing behind")
  func soak() async throws {
    let deadline = Self.seconds.map { ContinuousClock.now + .seconds($0) }
    let first = UInt64.random(in: 0...UInt64.max / 2)
    let (folder, clock) = (try TemporaryFolder(), ManualClock())
    let memory = MemoryStore(timed: clock)
    var journal = try open(folder, clock)
    var (count, warm, greatest): (UInt64, Int, Int) = (0, 0, 0)
    while deadline.map({ ContinuousClock.now < $0 }) ?? (count < trials(100, few: 40)) {
      let seed = first + count
      var random = SeededGenerator(seed: seed)
      do {
        try await SteeredRun(key: "\(seed)", on: memory, timed: clock).live(using: &random)
        try await SteeredRun(key: "\(seed)", on: journal, timed: clock).live(using: &random)
      } catch {
        Issue.record("Seed \(seed): \(error)")
        return
      }
      count += 1
      if count % 20 == 0 {
        for store in [memory, journal] as [any FlowStore] { try await forgetEnded(store, clock, seed: seed) }
      }
      if count % 7 == 0 {
        // The next process opens the journal.
        try await journal.close()
        journal = try open(folder, clock)
      }
      greatest = max(greatest, try folder.bytes().count)
      if count == 100 { warm = ProcessSize.residentKilobytes }
    }
    try await journal.close()
    let growth = ProcessSize.residentKilobytes - warm
    if Self.seconds != nil {
      print(
        "\(count) durable runs in each of two stores; the journal had at most \(greatest) bytes, memory grew by \(growth) kB since "
          + "the first 100")
      #expect(growth < 32_768)
    }
    // Up to twenty ended runs wait to be removed, with some kilobytes each.
    #expect(greatest < 3 * Self.compactionSize)
    // A file that a compaction has replaced is closed a moment later, on another thread.
    try await patiently("A file of the journal stays open") { ProcessSize.openFiles(under: folder.path) == 0 }
    #expect(
      try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted() == [
        "test.journal", "test.journal.lock",
      ])
  }

  private func open(_ folder: TemporaryFolder, _ clock: ManualClock) throws -> FileStore {
    try FileStore(
      at: folder.file(), on: SystemFileSystem(), surviving: .process, timed: clock, compactingAt: Self.compactionSize)
  }

  /// Lets a worker remove the runs that have ended, and expects that none is left.
  private func forgetEnded(_ store: any FlowStore, _ clock: ManualClock, seed: UInt64) async throws {
    clock.advance(by: .seconds(3_600))
    let worker = FlowWorker(store, running: [try textFlow("none") { append("a") }], keepingEnded: .zero, timed: clock)
    try await worker.runUntilIdle()
    let left = try await store.runs(RunQuery(), after: nil, limit: 10)
    #expect(left.isEmpty, "After seed \(seed): \(left)")
  }
}
