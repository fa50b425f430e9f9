import FlowChains
import FlowDurable
import FlowLogging
import FlowState
import FlowStateTesting
import InMemoryLogging
import Logging
import Testing

/// Log entries of durable runs.
struct DurableLogTests {
  private struct Shipped: DurableMessage {
    var tracking: String
  }

  private enum Card: DurableKey { typealias Value = String }

  @Test("The log of a durable run says when it is set aside and resumed, without the values that it keeps")
  func resumed() async throws {
    var handler = InMemoryLogHandler()
    handler.logLevel = .trace
    let logger = Logger(label: "test") { [handler] _ in handler }
    let accept = FlowStepDeclaration(Any.self, String.self, identifier: "accept") { _, _ in "4711-0815" }
      .keeping(Card.self)
    let shipped = FlowStepDeclaration.awaiting(Shipped.self, identifier: "shipped")
    let flow = try DurableFlow(
      FlowChain("order") {
        accept; shipped
      }, Any.self, keeping: Card.self
    ) { _ in nil as Void? }
    .observed(by: LogObserver(logger))
    let clock = ManualClock()
    let store = MemoryStore(timed: clock)
    let run = try await FlowWorker(store, running: [flow], timed: clock).start(flow)
    try await FlowWorker(store, running: [flow], timed: clock).runUntilIdle()
    try await run.send(Shipped(tracking: "1Z"))
    try await FlowWorker(store, running: [flow], timed: clock).runUntilIdle()
    let entries = handler.entries.filter { $0.level == .info }.map { "\($0.message) \($0.metadata["run"] ?? "")" }
    #expect(
      entries == ["Run began order#1", "Run set aside order#1", "Run resumed order#1", "Run completed order#1"])
    #expect(!handler.entries.contains { "\($0.metadata)".contains("4711-0815") })
  }
}
