import DurableTestSupport
@testable import FlowDurable
import FlowDurableTesting
import FlowJSON
import FlowState
import FlowStateTesting
import Foundation
import TestSupport
import Testing

/// Commands to a journal that another process has open.
struct JournalCommandTests {
  private static let request = ClaimRequest(["order"], limit: 1, lease: .seconds(30))

  @Test("A posted command is taken once, at the next claim or heartbeat")
  func taken() async throws {
    let folder = try TemporaryFolder()
    let store = try FileStore(at: folder.file(), on: UnwatchedFileSystem(), timed: WallClock())
    let run = try await store.add(NewRun(flow: "order")).run
    let commands = JournalCommands(of: folder.file())
    try commands.post(FlowMessage(.message(name: "Shipped", body: ["a": 1]), key: "w"), to: run)
    try commands.post(FlowMessage(.message(name: "Shipped", body: ["a": 2]), key: "w"), to: run)
    try commands.post(FlowMessage(.cancel), to: run)
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.file("test.journal.d")).count == 3)
    let claim = try #require(try await store.claim(Self.request).first)
    #expect(claim.messages.count == 2)
    #expect(claim.messages.contains { $0.message.content == .cancel })
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.file("test.journal.d")) == [])
    // A heartbeat takes commands, too, so that a busy worker receives them.
    try commands.post(FlowMessage(.back(to: "charge")), to: run)
    let inbox = try await store.append([], to: claim, then: .hold(lease: .seconds(30)))
    #expect(inbox.messages.map(\.message.content) == [.back(to: "charge")])
  }

  @Test("A command that can't be carried out is put aside and reported")
  func refused() async throws {
    let folder = try TemporaryFolder()
    let events = Locked<[String]>([])
    let store = try FileStore(at: folder.file(), on: UnwatchedFileSystem(), timed: WallClock()) { event in
      events.withLock { $0.append(event.description) }
    }
    try JournalCommands(of: folder.file()).post(FlowMessage(.cancel), to: RunNumber(rawValue: 9))
    try folder.write(Array("{\"run\":".utf8), "test.journal.d/broken.json")
    #expect(try await store.claim(Self.request) == [])
    let names = try FileManager.default.contentsOfDirectory(atPath: folder.file("test.journal.d"))
    #expect(names.count == 2 && names.allSatisfy { $0.hasSuffix(".json.refused") })
    let said = events.withLock { $0.sorted() }
    #expect(said.contains { $0.hasSuffix(".json' was refused: There is no run 9.") })
    #expect(
      said.contains(
        "The command 'broken.json' was refused: '\(store.path).d/broken.json' isn't a command. "
          + "Line 1, column 8: expected a value, found the end of the text."))
  }

  @Test("A reader shows a run as held while the process that holds it has the journal open")
  func extendedLease() async throws {
    let (disk, clock) = (SimulatedDisk(), ManualClock())
    let store = try FileStore(at: "j", on: disk, timed: clock)
    _ = try await store.add(NewRun(flow: "order"))
    let claim = try #require(
      try await store.claim(ClaimRequest(["order"], limit: 1, lease: .seconds(30), worker: "w1")).first)
    let reader = try JournalReader(at: "j", on: disk, timed: clock)
    func words() async throws -> String? {
      try await reader.runs(RunQuery(), after: nil, limit: 1).first?.state.words(now: reader.now())
    }
    func due() async throws -> StoreTime? { try await reader.counts(RunQuery(states: [.held])).first?.due }
    #expect(try await words() == "at work (w1)")
    clock.advance(by: .seconds(20))
    // A heartbeat isn't written to the journal.
    _ = try await store.append([], to: claim, then: .hold(lease: .seconds(30)))
    clock.advance(by: .seconds(20))
    #expect(try await words() == "at work (w1)")
    #expect(try await due().map { $0 > StoreTime(milliseconds: 40_000) } == true)
    try await store.close()
    clock.advance(by: .seconds(1))
    #expect(try await words() == "left by its worker")
    #expect(try await due() == StoreTime(milliseconds: 30_000))
  }

  @Test("A reader that has failed at an invalid line reports the same error at each call")
  func failedReader() async throws {
    let (disk, clock) = (SimulatedDisk(), ManualClock())
    let store = try FileStore(at: "j", on: disk, timed: clock)
    let run = try await store.add(NewRun(flow: "order")).run
    let reader = try JournalReader(at: "j", on: disk, timed: clock)
    _ = try await store.add(NewRun(flow: "order"))
    let transaction = StoreTransaction.append(
      run: run.rawValue, [.init()], then: .hold(until: nil), at: StoreTime(milliseconds: 0))
    try await store.enqueue(transaction, Array(#"{"run":1,"settled":"a","to":5,"at":0}"#.utf8), count: 1)
    try await store.commit()
    let error = StoreError.invalidLine(
      file: "j", line: 6, reason: "At $.to: expected a string, found the integer 5.")
    for _ in 0..<3 {
      await #expect(throws: error) { try await reader.runs(RunQuery(), after: nil, limit: 9) }
    }
  }

  @Test("A reader sees added runs and records, also after a compaction")
  func reader() async throws {
    let (disk, clock) = (SimulatedDisk(), ManualClock())
    let store = try FileStore(at: "j", on: disk, timed: clock, compactingAt: 0)
    let reader = try JournalReader(at: "j", on: disk, timed: clock)
    for number in 1...20 {
      let run = try await store.add(NewRun(flow: "order", key: "\(number)")).run
      let runs = try await store.runs(RunQuery(), after: nil, limit: .max)
      #expect(try await reader.runs(RunQuery(), after: nil, limit: .max) == runs)
      let records = try await store.records(of: run, after: 0, limit: 9)
      #expect(try await reader.records(of: run, after: 0, limit: 9) == records)
    }
    #expect(reader.identity == store.identity)
    let error = await #expect(throws: StoreError.self) { try await reader.add(NewRun(flow: "order")) }
    #expect(
      error?.description
        == "'j' was opened for reading. Only the process that has the journal open can change its runs.")
  }

  @Test("A reader sees the runs that are left in a journal that was cut")
  func cutReader() async throws {
    let (folder, clock) = (try TemporaryFolder(), ManualClock())
    let store = try FileStore(at: folder.file(), timed: clock)
    _ = try await store.add(NewRun(flow: "order", key: "a"))
    let size = try Data(contentsOf: URL(filePath: folder.file())).count
    _ = try await store.add(NewRun(flow: "order", key: "b"))
    try await store.close()
    let reader = try JournalReader(at: folder.file(), timed: clock)
    #expect(try await reader.runs(RunQuery(), after: nil, limit: 9).map(\.key) == ["a", "b"])
    // In the middle of the second run's line.
    for (cut, keys) in [(size + 3, ["a"]), (size, ["a"])] {
      #expect(truncate(folder.file(), off_t(cut)) == 0)
      #expect(try await reader.runs(RunQuery(), after: nil, limit: 9).map(\.key) == keys)
    }
    #expect(truncate(folder.file(), 9) == 0)
    let error = await #expect(throws: StoreError.self) { try await reader.counts(RunQuery()) }
    #expect(error?.description == "'\(reader.path)' is not a journal: it doesn't begin with 'FlowState journal'.")
  }

  @Test("A reader leaves messages for the process that has the journal open")
  func readerPosts() async throws {
    let (folder, clock) = (try TemporaryFolder(), ManualClock())
    let store = try FileStore(at: folder.file(), on: UnwatchedFileSystem(), timed: clock)
    let run = try await store.add(NewRun(flow: "order")).run
    let reader = try JournalReader(at: folder.file(), timed: clock)
    let delivery = Task { try await reader.send(FlowMessage(.cancel), to: run) }
    // The reader waits by its clock.
    try await patiently("The reader did not wait by its clock") { clock.timerCount > 0 }
    #expect(try await store.claim(Self.request).first?.messages.map(\.message.content) == [.cancel])
    clock.advance(by: .milliseconds(50))
    #expect(try await delivery.value(orSay: "The message was not delivered") == .delivered(1))
    #expect(try await reader.send(FlowMessage(.cancel), to: run) == .duplicate)
    let unknown = RunNumber(rawValue: 5)
    let error = await #expect(throws: StoreError.self) { try await reader.send(FlowMessage(.cancel), to: unknown) }
    #expect(error == .unknownRun(unknown))
  }

  @Test("A reader says that the run has moved on when the other process refuses its answer")
  func readerIsLate() async throws {
    let (folder, clock) = (try TemporaryFolder(), ManualClock())
    let store = try FileStore(at: folder.file(), on: UnwatchedFileSystem(), timed: clock)
    let run = try await store.add(NewRun(flow: "order")).run
    let claim = try #require(try await store.claim(Self.request).first)
    _ = try await store.append([], to: claim, then: .wait(.after(.seconds(1)), for: ["Page"]))
    let reader = try JournalReader(at: folder.file(), timed: clock)
    let answer = VisitAnswer(VisitToken(run: run, step: "page", number: 1), restingAt: 1)
    let message = FlowMessage(.message(name: "Page", body: nil), answering: answer)
    let delivery = Task { try await reader.send(message, to: run) }
    try await patiently("The reader did not wait by its clock") { clock.timerCount > 1 }
    // The wait ends before the process looks for commands.
    let again = try await store.send(FlowMessage(.cancel), to: run)
    #expect(again == .delivered(1))
    _ = try await store.claim(Self.request)
    clock.advance(by: .milliseconds(50))
    #expect(try await delivery.value(orSay: "The message was not delivered") == .tooLate)
  }

  @Test("A reader writes messages itself if no process has the journal open")
  func readerSends() async throws {
    let folder = try TemporaryFolder()
    let store = try FileStore(at: folder.file())
    let run = try await store.add(NewRun(flow: "order")).run
    try await store.close()
    let reader = try JournalReader(at: folder.file())
    #expect(try await reader.send(FlowMessage(.cancel), to: run) == .delivered(1))
    #expect(try await reader.runs(RunQuery(), after: nil, limit: 1).first?.waitingMessages == 1)
    #expect(try await FileStore(at: folder.file()).claim(Self.request).first?.messages.count == 1)
  }

  @Test("A reader continues a parked run whose workers have died before they took the same command")
  func readerRepeats() async throws {
    let (folder, clock) = (try TemporaryFolder(), ManualClock())
    var store = try FileStore(at: folder.file(), timed: clock)
    let run = try await store.add(NewRun(flow: "order")).run
    _ = try await store.send(FlowMessage(.retry), to: run)
    for _ in 0..<5 {
      _ = try await store.claim(Self.request)
      try await store.close()
      clock.advance(by: .seconds(31))
      store = try FileStore(at: folder.file(), timed: clock)
    }
    #expect(try await store.claim(Self.request).isEmpty)
    try await store.close()
    let reader = try JournalReader(at: folder.file(), timed: clock)
    #expect(try await reader.runs(RunQuery(), after: nil, limit: 1).first?.state.kind == .parked)
    #expect(try await reader.send(FlowMessage(.retry), to: run) == .duplicate)
    // The next process sees it, too.
    store = try FileStore(at: folder.file(), timed: clock)
    #expect(try await store.claim(Self.request).first?.messages.map(\.message.content) == [.retry])
  }
}
