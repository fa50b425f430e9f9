import FlowCommandLine
import FlowDurable
import FlowJSON
import FlowStateTesting
import Foundation
import Testing

@testable import FlowControl

/// `cancel`, `back`, `retry` and `send`.
struct SteeringTests {
  private func harness() async throws -> ControlHarness {
    let harness = try ControlHarness()
    let run = try await harness.add(key: "4711")
    try await harness.append([ControlHarness.charged], to: run, then: .wait(.never, for: ["Shipped"]))
    return harness
  }

  private func messages(_ harness: ControlHarness) async throws -> [FlowMessage.Content] {
    let claimed = try await harness.store.claim(ClaimRequest(["order"], limit: 1, lease: .seconds(30)))
    return claimed.first?.messages.map(\.message.content) ?? []
  }

  @Test(
    "Each command sends its message to the run",
    arguments: [
      (["cancel", "1"], FlowMessage.Content.cancel, "Asked run 1 of 'order' to cancel.\n"),
      (["retry", "order/4711"], .retry, "Asked run 1 of 'order' to retry.\n"),
      (["back", "1", "charge"], .back(to: "charge"), "Asked run 1 of 'order' to go back to 'charge'.\n"),
      (
        ["send", "1", "Shipped", #"{"tracking":"1Z"}"#], .message(name: "Shipped", body: ["tracking": "1Z"]),
        "Asked run 1 of 'order' to take the message 'Shipped'.\n"
      ),
      (
        ["send", "1", "Shipped", #"{"tracking":"1Z","note":2}"#],
        .message(name: "Shipped", body: ["tracking": "1Z", "note": 2]),
        "Asked run 1 of 'order' to take the message 'Shipped'.\n"
      ),
    ])
  func sent(words: [String], content: FlowMessage.Content, text: String) async throws {
    let harness = try await harness()
    let (code, output, errors) = await harness.run(words)
    #expect(code == 0)
    #expect(output == text)
    #expect(errors.isEmpty)
    #expect(try await messages(harness) == [content])
  }

  @Test("A message counts once for each key")
  func once() async throws {
    let harness = try await harness()
    _ = await harness.run("send", "1", "Shipped", #"{"tracking":"1Z"}"#, "--key", "w1")
    let second = await harness.run("send", "1", "Shipped", #"{"tracking":"1Z"}"#, "--key", "w1")
    #expect(second.code == 0)
    #expect(
      second.output
        == "Run 1 of 'order' was asked before to take the message 'Shipped'; nothing has changed.\n")
    #expect(try await messages(harness).count == 1)
  }

  @Test("A parked run is asked again, although the same command still waits")
  func again() async throws {
    let harness = try await harness()
    let store = harness.store
    _ = try await store.send(FlowMessage(.retry), to: RunNumber(rawValue: 1))
    let run = try #require(try await store.claim(ClaimRequest(["order"], limit: 1, lease: .seconds(30))).first)
    _ = try await store.append([FlowRecord(.parked(.init("No.")))], to: run, then: .park("No."))
    let second = await harness.run("retry", "1")
    #expect(second.output == "Asked run 1 of 'order' to retry.\n")
    #expect(try await messages(harness) == [.retry])
  }

  @Test("A command reaches a run even if the other runs don't exist")
  func several() async throws {
    let harness = try await harness()
    let (code, output, errors) = await harness.run("cancel", "9", "x", "1")
    #expect(code == 66)
    #expect(output == "Asked run 1 of 'order' to cancel.\n")
    #expect(
      errors == "There is no run 9.\n'x' doesn't name a run: expected a number, or FLOW/KEY.\n")
  }

  @Test(
    "A command reaches all runs even if the output fails meanwhile",
    arguments: [
      (["cancel", "1", "2", "3"], EPIPE, 0), (["cancel", "1", "9", "2", "3"], EPIPE, 66),
      (["retry", "--state", "parked", "--yes"], EPIPE, 0), (["cancel", "1", "2", "3"], ENOSPC, 70),
    ] as [([String], CInt, Int32)])
  func closedOutput(words: [String], failure: CInt, code: Int32) async throws {
    var harness = try ControlHarness()
    for _ in 1...3 {
      let run = try await harness.add()
      try await harness.append([.parked(.init("No."))], to: run, then: .park("No."))
    }
    harness.outputEnd = (1, failure)
    #expect(await harness.run(words).code == code)
    #expect(try await harness.store.runs(RunQuery(), after: nil, limit: 9).map(\.waitingMessages) == [1, 1, 1])
  }

  @Test("A command that can't be sent is reported, and nothing is sent")
  func refused() async throws {
    let harness = try await harness()
    let step = await harness.run("back", "1", "nowhere")
    #expect(step.code == 65)
    #expect(step.errors == "The flow 'order' has no step 'nowhere'. It has: 'charge', 'ship', 'apology'.\n")
    let body = await harness.run("send", "1", "Shipped", "{")
    #expect(body.code == 65)
    #expect(body.errors.hasPrefix("The body of the message isn't JSON: "))
    let name = await harness.run("send", "1", "Shiped", #"{"tracking":"1Z"}"#)
    #expect(name.code == 65)
    #expect(name.errors == "No step of 'order' awaits the message 'Shiped'. Steps await: 'Shipped'.\n")
    for words in [["send", "1", "Shipped"], ["send", "1", "Shipped", #"{"trackin":"1Z"}"#]] {
      let member = await harness.run(words)
      #expect(member.code == 65)
      #expect(
        member.errors == "The message 'Shipped' doesn't decode as 'order' awaits it: $.tracking: there is no value.\n")
    }
    #expect(try await messages(harness).isEmpty)
    let missing = await harness.run("back", "1")
    #expect(missing.code == 64)
    #expect(missing.errors.hasPrefix("Missing argument: 'back' needs STEP.\n"))
  }

  @Test("A run isn't asked to go back to a step of its flow that it hasn't visited, and another flow's run is")
  func notVisited() async throws {
    let harness = try await harness()
    let apology = await harness.run("back", "1", "apology")
    #expect(apology.code == 65)
    #expect(apology.errors == "Run 1 cannot go back to 'apology'; the steps that it can go back to are: charge.\n")
    #expect(try await messages(harness).isEmpty)
    _ = try await harness.store.add(NewRun(flow: "unknown"))
    #expect(await harness.run("back", "2", "anywhere").code == 0)
  }

  @Test("An unreachable server and an unknown run have different exit codes")
  func away() {
    #expect(StoreError.unknownRun(RunNumber(rawValue: 7)).exitCode == .noInput)
    #expect(StoreError.unavailable(.init("Can't send in 'shop': it is away.")).exitCode == .unavailable)
  }

  @Test("An ended run receives no commands")
  func ended() async throws {
    let harness = try ControlHarness()
    let run = try await harness.add()
    try await harness.append([.ended(.init(.completed))], to: run, then: .end(.completed))
    let found = await harness.run("cancel", "1")
    #expect(found.code == 66)
    #expect(found.errors == "Run 1 has ended, so it receives no messages.\n")
  }
}
