import DurableTestSupport
import FlowChains
import FlowDurable
import FlowStateTesting
import TestSupport
import Testing

struct SmokeTests {
  @Test("A run that one process leaves continues in the next one")
  func continued() async throws {
    let folder = try TemporaryFolder()
    let flow = try textFlow {
      append("a")
      append("b").keeping(TheText.self)
    }
    let first = try FileStore(at: folder.file(), surviving: .process)
    _ = try await FlowWorker(first, running: [flow]).start(flow, "x", key: "k")
    try await first.close()
    let second = try FileStore(at: folder.file(), surviving: .process)
    let worker = FlowWorker(second, running: [flow])
    try await worker.runUntilIdle()
    #expect(try await worker.find(flow, key: "k")?.outcome().words == "completed: xab")
    try await second.close()
  }
}
