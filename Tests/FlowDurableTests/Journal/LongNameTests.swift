import DurableTestSupport
import FlowChains
@testable import FlowDurable
import FlowDurableTesting
import FlowJSON
import FlowStateTesting
import TestSupport
import Testing

/// Journals with names and keys that are longer than the limit. Version 0.1 had no limit.
struct LongNameTests {
  private let long = String(repeating: "n", count: 1_100)

  private func store() throws -> FileStore {
    let header = JournalHeader(file: 0x7f3a_9c01)
    var bytes = header.bytes
    let lines = [
      #"{"created":0,"store":"s","next":1}"#,
      #"{"run":1,"began":"text\#(long)","key":"\#(long)","queue":"\#(long)","tenant":"\#(long)","content":"x","at":0}"#,
      #"{"run":1,"message":"M","body":1,"key":"\#(long)","at":1}"#,
    ]
    for (index, line) in lines.enumerated() {
      bytes += JournalLine.bytes(Array(line.utf8), number: index + 1, synced: bytes.count, at: bytes.count, in: header)
    }
    return try FileStore(at: "j", on: SimulatedDisk("j", bytes), timed: ManualClock())
  }

  @Test func `A run with longer names than the limit continues, and is still found`() async throws {
    let store = try store()
    let run = RunNumber(rawValue: 1)
    let request = ClaimRequest(["text" + long], queue: long, limit: 1, lease: .seconds(30))
    let claim = try #require(try await store.claim(request).first)
    #expect(claim.key == long && claim.tenant == long)
    let message = FlowMessage(.message(name: "M", body: 1), key: long)
    #expect(try await store.send(message, to: run) == .duplicate)
    var settled = FlowRecord.Settled(step: long, visit: 1)
    settled.destination = long + "2"
    _ = try await store.append([FlowRecord(.settled(settled))], to: claim, then: .release(after: .zero))
    #expect(try await store.runs(RunQuery(key: long), after: nil, limit: 9).map(\.position) == [long + "2"])
    let again = try await store.add(NewRun(flow: "text" + long, key: long))
    #expect(again.run == run && !again.isNew)
    let next = try #require(try await store.claim(request).first)
    _ = try await store.append([], to: next, then: .end(.completed))
    let reason = "it has 1104 bytes, and a name or a key has at most 1024"
    await #expect(throws: StoreError.unstorable(value: "The name of a flow", reason: reason)) {
      try await store.add(NewRun(flow: "text" + long, key: "new"))
    }
  }

  @Test func `A flow whose step has a longer name than the limit is refused, and the text is short`() {
    let error = #expect(throws: FlowChainError.self) { try textFlow { append(long).keeping(TheText.self) } }
    let reason = "it has 1100 bytes, and a name or a key has at most 1024"
    #expect(error?.problems == [.unstorableName(long, reason: reason)])
    #expect(
      FlowProblem.unstorableName(long, reason: reason).description
        == "The name of step '\(long.prefix(40))…' can't be stored: \(reason).")
  }

  @Test func `A command with a longer key than the limit isn't left for the process of a journal`() throws {
    let folder = try TemporaryFolder()
    let reason = "it has 1100 bytes, and a name or a key has at most 1024"
    #expect(throws: StoreError.unstorable(value: "The key of a command", reason: reason)) {
      try JournalCommands(of: folder.file()).post(FlowMessage(.cancel, key: long), to: RunNumber(rawValue: 1))
    }
  }
}
