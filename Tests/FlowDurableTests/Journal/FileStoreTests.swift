@testable import FlowDurable
import FlowDurableTesting
import FlowJSON
import FlowState
import FlowStateTesting
import Foundation
import Synchronization
import TestSupport
import Testing

/// The file, its lock, and its clock.
struct FileStoreTests {
  @Test("A journal in use can't be opened again, and the error names the process that uses it")
  func locked() async throws {
    let folder = try TemporaryFolder()
    let store = try FileStore(at: folder.file())
    let name = "process \(getpid()) (\(ProcessInfo.processInfo.processName))"
    let error = #expect(throws: StoreError.self) { try FileStore(at: folder.file()) }
    #expect(error?.description == "'\(store.path)' is in use by \(name).")
    // Another name of the same file is locked, too.
    try FileManager.default.createSymbolicLink(atPath: folder.file("link"), withDestinationPath: folder.file())
    #expect(throws: try #require(error)) { try FileStore(at: folder.file("link")) }
    #expect(try JournalReader(at: folder.file()).identity == store.identity)
    try await store.close()
    let again = try FileStore(at: folder.file())
    #expect(again.identity == store.identity)
    let closed = await #expect(throws: StoreError.self) { try await store.add(NewRun(flow: "a")) }
    #expect(closed == .closed)
    #expect(StoreError.closed.description == "The store was closed.")
  }

  @Test("A released store unlocks its journal")
  func released() throws {
    let folder = try TemporaryFolder()
    for _ in 0..<3 { _ = try FileStore(at: folder.file()) }
  }

  /// A process that is being started has the open files of this one for a moment, and with them their locks.
  @Test("A released lock is free although other threads start processes")
  func releasedBesideProcesses() async throws {
    let folder = try TemporaryFolder()
    let isOver = Atomic(false)
    let starting = Task.detached {
      try await onThread {
        Result {
          while !isOver.load(ordering: .acquiring) {
            let process = Process()
            process.executableURL = URL(filePath: "/bin/true")
            try process.run(orSay: "/bin/true did not end")
            process.waitUntilExit()
          }
        }
      }.get()
    }
    defer { isOver.store(true, ordering: .releasing) }
    for _ in 0..<trials(5_000, few: 500) { _ = try JournalLock(SystemFileSystem(), journal: folder.file()) }
    isOver.store(true, ordering: .releasing)
    try await starting.value(orSay: "The processes did not end")
  }

  @Test("Only the owner can read and write a journal and its lock file")
  func mode() async throws {
    let folder = try TemporaryFolder()
    let store = try FileStore(at: folder.file())
    _ = try await store.add(NewRun(flow: "order"))
    for name in ["test.journal", "test.journal.lock"] {
      let attributes = try FileManager.default.attributesOfItem(atPath: folder.file(name))
      #expect(attributes[.posixPermissions] as? Int == 0o600)
    }
  }

  @Test("Concurrent calls share syncs")
  func groupCommit() async throws {
    let disk = SimulatedDisk()
    let store = try FileStore(at: "j", on: disk, timed: ManualClock())
    let before = disk.syncs
    try await withThrowingTaskGroup(of: Void.self) { group in
      for task in 0..<50 {
        group.addTask { for call in 0..<20 { _ = try await store.add(NewRun(flow: "order", key: "\(task) \(call)")) } }
      }
      try await group.waitForAll()
    }
    #expect(disk.syncs - before < 1_000)
    #expect(try await store.runs(RunQuery(), after: nil, limit: .max).count == 1_000)
  }

  @Test("A store answers a task that prefers an executor")
  func taskExecutor() async throws {
    let store = try FileStore(at: "j", on: SimulatedDisk(), timed: ManualClock())
    try await withTaskExecutorPreference(QueueExecutor()) {
      for key in 0..<20 { _ = try await store.add(NewRun(flow: "order", key: "\(key)")) }
      try await withThrowingTaskGroup(of: Void.self) { group in
        for key in 0..<20 { group.addTask { _ = try await store.add(NewRun(flow: "order", key: "again \(key)")) } }
        try await group.waitForAll()
      }
      #expect(try await store.runs(RunQuery(), after: nil, limit: .max).count == 40)
      try await store.close()
    }
  }

  @Test(
    "Without `power`, a store syncs after each megabyte instead of for each call",
    .disabled(if: isThreadSanitized, "one call comes after another"))
  func process() async throws {
    let disk = SimulatedDisk()
    let store = try FileStore(at: "j", on: disk, surviving: .process, timed: ManualClock())
    let before = disk.syncs
    for _ in 0..<100 { _ = try await store.add(NewRun(flow: "order")) }
    #expect(disk.syncs == before)
    let text = JSONValue.string(String(repeating: "x", count: 500_000))
    for _ in 0..<9 { _ = try await store.add(NewRun(flow: "order", content: text)) }
    #expect(disk.syncs == before + 3)
  }

  @Test("Leases and timers end in time after the clock was set back")
  func clockSetBack() async throws {
    let disk = SimulatedDisk()
    let late = ManualClock()
    late.advance(by: .seconds(1_000_000))
    var store = try FileStore(at: "j", on: disk, timed: late)
    _ = try await store.add(NewRun(flow: "order"))
    let request = ClaimRequest(["order"], limit: 1, lease: .seconds(30))
    let claim = try #require(try await store.claim(request).first)
    _ = try await store.append([], to: claim, then: .wait(.after(.seconds(60)), for: []))
    try await store.close()
    let early = ManualClock()
    store = try FileStore(at: "j", on: disk, timed: early)
    #expect(try await store.now() >= claim.now)
    #expect(try await store.claim(request) == [])
    early.advance(by: .seconds(60))
    #expect(try await store.claim(request).count == 1)
    early.advance(by: .seconds(30))
    #expect(try await store.claim(request).count == 1)
  }

  @Test("The wall clock never goes back")
  func wallClock() {
    let wall = Locked<Int64>(5_000_000_000)
    let clock = WallClock { wall.withLock { $0 } }
    let first = clock.now
    #expect(first >= .seconds(5))
    wall.withLock { $0 = 1_000_000_000 }
    let second = clock.now
    #expect(second >= first && second < .seconds(6))
    wall.withLock { $0 = 900_000_000_000 }
    #expect(clock.now >= .seconds(900))
    #expect(WallClock().now > .seconds(1_700_000_000))
  }

  @Test("An incomplete line at the end of a journal is cut off and reported")
  func torn() async throws {
    let disk = SimulatedDisk()
    let store = try FileStore(at: "j", on: disk, timed: ManualClock())
    _ = try await store.add(NewRun(flow: "order"))
    let bytes = disk.bytes("j")
    let events = Locked<[JournalEvent]>([])
    // Longer than the line that the opening writes in its place.
    let tail = Array("9a1c44de 1d 5 {\"ru".utf8) + [UInt8](repeating: 1, count: 4_000)
    let torn = SimulatedDisk("j", bytes + tail)
    _ = try FileStore(at: "j", on: torn, timed: ManualClock()) { event in events.withLock { $0.append(event) } }
    #expect(torn.bytes("j").starts(with: bytes))
    #expect(!torn.bytes("j").contains(1))
    #expect(
      events.withLock { $0 }.map(\.description) == [
        "4018 bytes at the end of 'j' were cut off: a write that hadn't finished."
      ])
  }

  @Test("A run whose record can't be read is parked, and the other runs are claimed")
  func unreadable() async throws {
    let disk = SimulatedDisk()
    let store = try FileStore(at: "j", on: disk, timed: ManualClock())
    for key in 0..<3 { _ = try await store.add(NewRun(flow: "order", key: "\(key)")) }
    // The disk changes bytes while the journal is open.
    var bytes = disk.bytes("j")
    let key = Array("\"key\":\"1\"".utf8)
    let offset = try #require(bytes.indices.first { bytes[$0...].starts(with: key) })
    bytes[offset + 7] = UInt8(ascii: "9")
    let file = try #require(try disk.open("j", .write))
    try file.write(bytes, at: 0)
    let claimed = try await store.claim(ClaimRequest(["order"], limit: 9, lease: .seconds(30)))
    #expect(claimed.map(\.key) == ["0", "2"])
    let parked = try #require(try await store.runs(RunQuery(states: [.parked]), after: nil, limit: 9).first)
    let line = bytes[..<offset].lastIndex(of: UInt8(ascii: "\n")).map { $0 + 1 } ?? 0
    #expect(
      parked.state
        == .parked(
          """
          'j' is damaged at byte \(line): the disk has lost or changed what it once had. \
          Restore a copy, or save what is whole with FileStore.salvage(at:).
          """))
  }
}

/// Executes tasks on a serial queue, as a server's event loop does.
private final class QueueExecutor: TaskExecutor {
  private let queue = DispatchQueue(label: "tasks")

  func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    queue.async { job.runSynchronously(on: self.asUnownedTaskExecutor()) }
  }
}
