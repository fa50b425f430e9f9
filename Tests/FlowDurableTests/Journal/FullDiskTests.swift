@testable import FlowDurable
import FlowDurableTesting
import FlowJSON
import FlowState
import FlowStateTesting
import Foundation
import TestSupport
import Testing

/// Disks that are full, that fail, and folders that can't be written.
struct FullDiskTests {
  /// The events that a store has reported.
  private final class Events: Sendable {
    private let list = Locked<[JournalEvent]>([])
    var all: [JournalEvent] { list.withLock { $0 } }
    func add(_ event: JournalEvent) { list.withLock { $0.append(event) } }
  }

  @Test("An append waits while the disk is full, and completes when there is space")
  func full() async throws {
    let (disk, clock, events) = (SimulatedDisk(), ManualClock(), Events())
    let store = try FileStore(at: "j", on: disk, timed: clock) { events.add($0) }
    for key in ["1", "2"] { _ = try await store.add(NewRun(flow: "order", key: key)) }
    let claim = try #require(try await store.claim(ClaimRequest(["order"], limit: 1, lease: .seconds(9))).first)
    let size = disk.bytes("j").count
    // A part of the next line fits.
    disk.limit(to: size + disk.bytes("j.lock").count + 20)
    let settled = FlowRecord(.undone(.init(step: "charge", visit: 1)))
    let waiting = Task { try await store.append([settled], to: claim, then: .hold(lease: .seconds(9))) }
    try await patiently("The store did not report a full disk") { !events.all.isEmpty }
    let line = try #require(events.all.first?.description)
    #expect(
      line.wholeMatch(
        of: /The disk is full: [0-9]+ bytes wait for 'j', and the next attempt comes in 1 seconds\./) != nil)
    #expect(disk.bytes("j").count == size)
    // Workers keep their runs and get no others; heartbeats don't wait.
    let other = Task { try await store.claim(ClaimRequest(["order"], limit: 1, lease: .seconds(9))) }
    #expect(try await other.value(orSay: "The claim waited for the disk") == [])
    let inbox = try await store.append([], to: claim, then: .hold(lease: .seconds(60)))
    #expect(inbox.leaseEnds == StoreTime(milliseconds: 60_000))
    // Attempts come after 1, 2, 4, … seconds.
    for (number, seconds) in [1, 2, 4, 8, 16, 30, 30].enumerated() {
      clock.advance(by: .seconds(seconds))
      try await patiently("The next attempt did not come") { events.all.count >= number + 2 }
    }
    disk.limit(to: .max)
    clock.advance(by: .seconds(30))
    #expect(try await waiting.value(orSay: "The append did not end").lastRecord == 2)
    #expect(events.all.last?.description == "'j' has space again, and everything that waited is kept.")
    #expect(try await store.records(of: claim.run, after: 1, limit: 9).map(\.body) == [settled.body])
    try await store.close()
    let again = try FileStore(at: "j", on: disk, timed: clock)
    #expect(try await again.records(of: claim.run, after: 1, limit: 9).map(\.body) == [settled.body])
  }

  @Test("Questions are answered while the disk is full")
  func questions() async throws {
    let (disk, clock, events) = (SimulatedDisk(), ManualClock(), Events())
    let store = try FileStore(at: "j", on: disk, timed: clock) { events.add($0) }
    let run = try await store.add(NewRun(flow: "order", key: "1")).run
    disk.limit(to: disk.bytes("j").count + disk.bytes("j.lock").count)
    let waiting = Task { try await store.send(FlowMessage(.message(name: "m", body: 1)), to: run) }
    // A question that arrives before the disk is known to be full is answered, too.
    let early = Task { try await store.counts(RunQuery()) }
    try await patiently("The store did not report a full disk") { !events.all.isEmpty }
    #expect(try await early.value(orSay: "The early question was not answered").map(\.runs) == [1])
    let questions = Task {
      let counts = try await store.counts(RunQuery()).map(\.runs)
      let runs = try await store.runs(RunQuery(), after: nil, limit: 9).map(\.number)
      let records = try await store.records(of: run, after: 0, limit: 9).map(\.number)
      return (counts, runs, records, try await store.messages(of: run, after: 0, limit: 9).count)
    }
    let (counts, runs, records, messages) = try await questions.value(orSay: "The questions were not answered")
    #expect(counts == [1])
    #expect(runs == [run])
    #expect(records == [1])
    // The message isn't in the journal yet.
    #expect(messages == 0)
    disk.limit(to: .max)
    clock.advance(by: .seconds(30))
    _ = try await waiting.value(orSay: "The message was not written")
    #expect(try await store.messages(of: run, after: 0, limit: 9).count == 1)
  }

  @Test("A failed sync closes the store, and all later calls fail with the same error")
  func failedSync() async throws {
    let (disk, events) = (SimulatedDisk(), Events())
    let store = try FileStore(at: "j", on: disk, timed: ManualClock()) { events.add($0) }
    _ = try await store.add(NewRun(flow: "order", key: "1"))
    // The write succeeds, the sync doesn't. It would succeed again, but the kernel has dropped the bytes.
    disk.fail(with: EIO, afterCalls: 1)
    let error = await #expect(throws: StoreError.self) { try await store.add(NewRun(flow: "order", key: "2")) }
    disk.fail(with: nil)
    let sentence = "'j' was closed, because the disk may not have kept the latest changes: Input/output error."
    #expect(error?.description == sentence)
    #expect(error?.mayHaveChanged == true)
    #expect(events.all.map(\.description) == [sentence])
    let later = await #expect(throws: StoreError.self) { try await store.runs(RunQuery(), after: nil, limit: 1) }
    #expect(later == error)
    let closing = await #expect(throws: StoreError.self) { try await store.close() }
    #expect(closing == error)
    // The lock is free, so another process, or this one, can open the journal.
    let again = try FileStore(at: "j", on: disk, timed: ManualClock())
    #expect(try await again.runs(RunQuery(), after: nil, limit: 9).first?.key == "1")
  }

  @Test("A write that fails for another reason than a full disk closes the journal", arguments: [EIO, EBADF, EROFS])
  func failedWrite(_ code: Int32) async throws {
    let disk = SimulatedDisk()
    let store = try FileStore(at: "j", on: disk, timed: ManualClock())
    disk.fail(with: code)
    let error = await #expect(throws: StoreError.self) { try await store.add(NewRun(flow: "order")) }
    #expect(error == .broken(file: "j", reason: String(cString: strerror(code))))
  }

  @Test("A journal that can't be cut back on a full disk is closed")
  func failedCut() async throws {
    let disk = SimulatedDisk()
    let store = try FileStore(at: "j", on: disk, timed: ManualClock())
    disk.fail(with: ENOSPC)
    let error = await #expect(throws: StoreError.self) { try await store.add(NewRun(flow: "order")) }
    #expect(error == .broken(file: "j", reason: "No space left on device"))
  }

  @Test("A creation that fails at any disk call leaves no partial journal")
  func creation() throws {
    for calls in 0... {
      let disk = SimulatedDisk()
      disk.fail(with: ENOSPC, afterCalls: calls)
      do {
        _ = try FileStore(at: "j", on: disk, timed: ManualClock())
      } catch {
        #expect("\(error)".hasSuffix(": No space left on device."))
        disk.fail(with: nil)
        _ = try FileStore(at: "j", on: disk, timed: ManualClock())
        continue
      }
      #expect(calls > 6)
      return
    }
  }

  @Test("An error reports a folder that can't be written or doesn't exist")
  func folder() throws {
    let disk = SimulatedDisk()
    disk.fail(with: EROFS)
    let error = #expect(throws: StoreError.self) { try FileStore(at: "j", on: disk, timed: ManualClock()) }
    #expect(error?.description == "Can't open 'j.lock': Read-only file system.")
    let missing = #expect(throws: StoreError.self) { try FileStore(at: "/nowhere/orders.journal") }
    #expect(missing?.description == "Can't open '/nowhere/orders.journal.lock': No such file or directory.")
    let reader = #expect(throws: StoreError.self) { try JournalReader(at: "/nowhere/orders.journal") }
    #expect(reader?.description == "Can't open '/nowhere/orders.journal': there is no such journal.")
    let atTop = #expect(throws: StoreError.self) { try JournalReader(at: "/nowhere.journal") }
    #expect(atTop?.description == "Can't open '/nowhere.journal': there is no such journal.")
  }

  @Test("Calls wait while the process is at its file size limit")
  func fileSizeLimit() async {
    let result = await #expect(processExitsWith: .success, observing: [\.standardErrorContent]) {
      signal(SIGXFSZ, SIG_IGN)
      let folder = try TemporaryFolder()
      let (clock, events) = (ManualClock(), Events())
      let store = try FileStore(at: folder.file(), on: SystemFileSystem(), timed: clock) { events.add($0) }
      var limit = rlimit()
      getrlimit(__rlimit_resource_t(RLIMIT_FSIZE.rawValue), &limit)
      let old = limit.rlim_cur
      limit.rlim_cur = 4_096
      setrlimit(__rlimit_resource_t(RLIMIT_FSIZE.rawValue), &limit)
      var waiting: [Task<Void, any Error>] = []
      for key in 0..<100 {
        waiting.append(Task { _ = try await store.add(NewRun(flow: "order", key: "\(key)")) })
      }
      try await patiently("The store did not report a full disk") { !events.all.isEmpty }
      limit.rlim_cur = old
      setrlimit(__rlimit_resource_t(RLIMIT_FSIZE.rawValue), &limit)
      clock.advance(by: .seconds(1))
      for task in waiting { try await task.value(orSay: "A run was not added") }
      try #require(try await store.runs(RunQuery(), after: nil, limit: .max).count == 100)
      try await store.close()
      try #require(try await JournalReader(at: folder.file()).runs(RunQuery(), after: nil, limit: .max).count == 100)
    }
    if let result { #expect(result.standardErrorContent.isEmpty) }
  }
}
