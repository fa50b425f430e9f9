@testable import FlowDurable
import FlowDurableTesting
import FlowJSON
import FlowState
import FlowStateTesting
import Foundation
import TestSupport
import Testing

/// Files in the folder of commands that aren't commands, or that arrive at any time.
struct HostileCommandTests {
  private static let request = ClaimRequest(["order"], limit: 1, lease: .seconds(30))

  @Test func `Files that aren't commands stop nothing, and are reported once`() async throws {
    let folder = try TemporaryFolder()
    let events = Locked<[String]>([])
    let store = try FileStore(at: folder.file(), on: UnwatchedFileSystem(), timed: WallClock()) { event in
      events.withLock { $0.append(event.description) }
    }
    let run = try await store.add(NewRun(flow: "order")).run
    let commands = folder.file("test.journal.d")
    try FileManager.default.createDirectory(atPath: commands, withIntermediateDirectories: false)
    #expect(mkfifo("\(commands)/a.json", 0o600) == 0)
    try FileManager.default.createDirectory(atPath: "\(commands)/b.json", withIntermediateDirectories: false)
    try FileManager.default.createSymbolicLink(atPath: "\(commands)/c.json", withDestinationPath: "/dev/zero")
    try folder.write([0xFF, 0xFE, 0], "test.journal.d/d.json")
    try folder.write(Array(String(repeating: "[", count: 100_000).utf8), "test.journal.d/e.json")
    let deep = String(repeating: "[", count: 505) + String(repeating: "]", count: 505)
    try folder.write(Array(#"{"run":1,"message":"m","body":\#(deep)}"#.utf8), "test.journal.d/f.json")
    let big = String(repeating: "x", count: 1 << 20)
    try folder.write(Array(#"{"run":1,"message":"m","body":"\#(big)"}"#.utf8), "test.journal.d/g.json")
    try folder.write(Array(#"{"run":1,"message":"m","body":1,"key":"\#(big)"}"#.utf8), "test.journal.d/h.json")
    try folder.write(Array(#"{"run":9223372036854775807,"command":"cancel"}"#.utf8), "test.journal.d/i.json")
    try folder.write(Array(#"{"run":1,"command":"explode"}"#.utf8), "test.journal.d/j.json")
    try folder.write([], "test.journal.d/k.json")
    try JournalCommands(of: folder.file()).post(FlowMessage(.cancel), to: run)
    let claim = try #require(try await store.claim(Self.request).first)
    #expect(claim.messages.map(\.message.content) == [.cancel])
    for _ in 0..<3 { _ = try await store.append([], to: claim, then: .hold(lease: .seconds(30))) }
    let said = events.withLock { $0 }
    #expect(said.count == 11, "\(said)")
    #expect(
      said.contains("The command 'a.json' was refused: Can't open '\(store.path).d/a.json': it isn't a regular file."))
    #expect(
      said.contains(
        "The command 'g.json' was refused: The body of message 'm' has 1048578 bytes as JSON, and 1048576 are allowed.")
    )
    #expect(
      said.contains(
        "The command 'h.json' was refused: The key of message 'm' can't be stored: "
          + "it has 1048576 bytes, and a name or a key has at most 1024."))
    #expect(said.contains("The command 'i.json' was refused: There is no run 9223372036854775807."))
  }

  @Test func `Commands are taken in the order in which they were left`() async throws {
    let disk = SimulatedDisk()
    let store = try FileStore(at: "j", on: disk, timed: ManualClock())
    let run = try await store.add(NewRun(flow: "order")).run
    let commands = JournalCommands(of: "j", on: disk)
    // Many of them within one millisecond.
    for number in 1...50 {
      try commands.post(FlowMessage(.message(name: "m", body: .integer(Int64(number)))), to: run)
    }
    let claim = try #require(try await store.claim(Self.request).first)
    #expect(claim.messages.map(\.message.content) == (1...50).map { .message(name: "m", body: .integer($0)) })
  }

  @Test func `The names of commands keep their order when the clock is set back`() {
    var order = CommandOrder()
    let names = [5, 5, 3, 5, 6, 1_000_000, 2].map { order.next(at: $0) }
    #expect(names == names.sorted() && Set(names).count == 7)
  }

  @Test func `The folder of commands is on the disk before the first command is`() throws {
    let system = NotingFileSystem()
    try JournalCommands(of: "j", on: system).post(FlowMessage(.cancel), to: RunNumber(rawValue: 1))
    #expect(system.calls.all.prefix(2) == ["create j.d", "sync the folder of j.d"], "\(system.calls.all)")
  }

  @Test func `A command whose folder can't be synced is refused, except by a user who may not read around it`() throws {
    let run = RunNumber(rawValue: 1)
    try JournalCommands(of: "j", on: NotingFileSystem(failing: EACCES)).post(FlowMessage(.cancel), to: run)
    let error = #expect(throws: StoreError.self) {
      try JournalCommands(of: "j", on: NotingFileSystem(failing: EIO)).post(FlowMessage(.cancel), to: run)
    }
    guard case .unavailable? = error else {
      Issue.record("\(String(describing: error))")
      return
    }
  }

  @Test func `The file of a command stays until the journal has the command`() async throws {
    let (disk, clock) = (SimulatedDisk(), ManualClock())
    let events = Locked(0)
    let store = try FileStore(at: "j", on: disk, timed: clock) { _ in events.withLock { $0 += 1 } }
    let run = try await store.add(NewRun(flow: "order")).run
    try JournalCommands(of: "j", on: disk).post(FlowMessage(.cancel), to: run)
    disk.limit(to: 0)
    let claiming = Task { try await store.claim(Self.request) }
    try await patiently("The store did not report a full disk") { events.withLock { $0 } > 0 }
    // The process could be killed now.
    #expect(try disk.files(in: "j.d").count == 1)
    disk.limit(to: .max)
    clock.advance(by: .seconds(1))
    #expect(try await claiming.value(orSay: "The claim did not end").first?.messages.count == 1)
    #expect(try disk.files(in: "j.d") == [])
  }

  #if canImport(Glibc)
    @Test func `A command is taken when it comes, without a call of the store`() async throws {
      let folder = try TemporaryFolder()
      let store = try FileStore(at: folder.file())
      let run = try await store.add(NewRun(flow: "order")).run
      // The first one creates the folder, the second one doesn't.
      for number in 1...2 {
        try JournalCommands(of: folder.file()).post(FlowMessage(.message(name: "m", body: nil)), to: run)
        try await patiently("Command \(number) was not taken") {
          try await store.runs(RunQuery(), after: nil, limit: 1).first?.waitingMessages == number
        }
      }
    }
  #endif
}

/// A disk that notes the calls about folders.
private final class NotingFileSystem: ForwardingFileSystem {
  let disk = SimulatedDisk()
  let calls = LockedList<String>()
  private let failure: Int32?

  init(failing failure: Int32? = nil) {
    self.failure = failure
  }

  func createFolder(_ path: String) throws(FileFailure) { calls.append("create \(path)") }

  func syncFolder(of path: String) throws(FileFailure) {
    calls.append("sync the folder of \(path)")
    if let failure, path == "j.d" { throw FileFailure("sync the folder of", code: failure) }
    try disk.syncFolder(of: path)
  }
}
