import FlowDocuments
import FlowDurable
import FlowJSON
import FlowState
import TestSupport
import Testing

/// Documents whose values would grow without a bound.
@Suite(.usesOneThread)
struct BoundedRunTests {
  @Test("A value that each step doubles stays within the limit of values, and the run ends")
  func doubling() async throws {
    let log = Passport.Log()
    let start = String(repeating: "x", count: 100_000)
    let steps = (0..<12).map { step in
      let text = step == 0 ? start : "@{concat(s\(step - 1).to, s\(step - 1).to)}"
      return #"{"id":"s\#(step)","use":"mail","with":{"to":"\#(text)"}}"#
    }
    let document = try FlowDocument(
      parsing: Passport.document(steps.joined(separator: ",")), for: Passport.registry(log))
    let flow = try document.durableFlow()
    let worker = FlowWorker(MemoryStore(), running: [flow])
    let run = try await worker.start(flow, nil)
    try await worker.runUntilIdle()
    #expect(try await run.summary().state.kind == .ended)
    let sizes = log.lines.map(\.utf8.count)
    #expect((sizes.max() ?? 0) > 300_000 && (sizes.max() ?? 0) < 2_000_100)
    #expect(sizes.reduce(0, +) < 10_000_000)
  }
}
