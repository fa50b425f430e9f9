import DurableTestSupport
import FlowChains
import FlowDurable
import FlowStateTesting
import TestSupport
import Testing

/// A message is checked when it is sent.
struct CheckedMessageTests {
  private let life = DurableLife()

  private struct Other: DurableMessage {}

  /// A message with the name of ``Shipped`` that doesn't decode as it.
  private struct Misspelled: DurableMessage {
    static var name: String { "Shipped" }
    var trackin = "1Z"
  }

  @Test func `A message that no step awaits is refused, unless the sender doesn't want it checked`() async throws {
    let flow = try waitingFlow()
    let run = try await life.worker(flow).start(flow, "x")
    #expect(
      await refusal { try await run.send(Other()) }
        == "No step of 'text' awaits the message 'Other'. Steps await: 'Shipped'.")
    #expect(try await run.summary().waitingMessages == 0)
    #expect(try await run.send(Other(), checked: false) == .delivered(1))
    let deaf = try textFlow("deaf") { append("a") }
    let second = try await life.worker(deaf).start(deaf, "x")
    #expect(
      await refusal { try await second.send(Other()) }
        == "No step of 'deaf' awaits the message 'Other'. Steps await: none.")
  }

  @Test func `A message that doesn't decode is refused, unless the sender doesn't want it checked`() async throws {
    let flow = try waitingFlow()
    let run = try await life.worker(flow).start(flow, "x")
    #expect(
      await refusal { try await run.send(Misspelled()) }
        == "The message 'Shipped' doesn't decode as 'text' awaits it: $.tracking: there is no value.")
    #expect(try await run.send(Misspelled(), checked: false) == .delivered(1))
  }

  @Test func `A message that the run awaits under another version of its flow is sent`() async throws {
    let newer = try textFlow {
      append("a")
      FlowStepDeclaration.awaiting(Other.self, identifier: "wait")
    }
    let run = try await life.worker(newer).start(newer, "x", key: "k")
    try await life.worker(newer).runUntilIdle()
    let flow = try waitingFlow()
    let found = try #require(try await life.worker(flow).find(flow, number: run.number))
    #expect(try await found.send(Other()) == .delivered(1))
  }
}
