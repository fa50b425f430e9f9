import FlowDurable
import FlowStateTesting
import Testing

@testable import FlowControl

/// `retry`.
struct RetryTests {
  /// Returns a harness with a run that waits, one that is parked, and runs that have ended.
  private func harness(answer: String? = nil) async throws -> ControlHarness {
    var harness = try ControlHarness()
    harness.answer = answer
    for disposition in [
      RunDisposition.wait(.never, for: ["Shipped"]), .park("It can't continue."), .end(.failed), .end(.failed),
      .end(.cancelled), .end(.completed),
    ] {
      let run = try await harness.add()
      try await harness.append([ControlHarness.charged] + Self.ended(disposition), to: run, then: disposition)
    }
    return harness
  }

  private static func ended(_ disposition: RunDisposition) -> [FlowRecord.Body] {
    if case .end(let ending) = disposition { [.ended(.init(ending))] } else { [] }
  }

  @Test func `Runs that are parked, have failed or were cancelled are retried, and a completed one isn't`() async throws
  {
    let harness = try await harness()
    let (code, output, errors) = await harness.run("retry", "2", "3", "5", "6")
    #expect(code == 66)
    #expect(
      output == "Asked run 2 of 'order' to retry.\nAsked run 3 of 'order' to retry.\nAsked run 5 of 'order' to retry.\n"
    )
    #expect(errors == "Run 6 has ended, so it receives no messages.\n")
  }

  @Test func `All runs that match are retried after one question`() async throws {
    let harness = try await harness(answer: "y")
    let (code, output, errors) = await harness.run("retry", "--flow", "order")
    #expect(code == 0)
    #expect(errors.isEmpty)
    #expect(
      output == """
        Retry 3 runs? [y/N] Asked run 2 of 'order' to retry.
        Asked run 3 of 'order' to retry.
        Asked run 4 of 'order' to retry.

        """)
  }

  @Test(arguments: [nil, "", "n", "yet"]) func `Without a yes, nothing is retried`(answer: String?) async throws {
    let harness = try await harness(answer: answer)
    let (code, output, _) = await harness.run("retry", "--state", "cancelled")
    #expect(code == 0)
    #expect(output == "Retry 1 run? [y/N] Nothing was retried.\n")
    #expect(try await harness.store.counts(RunQuery(states: [.ready])).isEmpty)
  }

  @Test func `No question is asked with --yes, and none about no run`() async throws {
    let harness = try await harness()
    #expect(await harness.run("retry", "--state", "parked", "--yes").output == "Asked run 2 of 'order' to retry.\n")
    #expect(await harness.run("retry", "--older", "5min").output == "No runs match.\n")
    #expect(await harness.run("retry", "--at", "ship", "--state", "failed", "--yes").output.hasPrefix("Asked run 3"))
  }

  @Test func `A run is retried from a step`() async throws {
    let harness = try await harness()
    let (code, output, _) = await harness.run("retry", "3", "--from", "charge")
    #expect(code == 0)
    #expect(output == "Asked run 3 of 'order' to retry from 'charge'.\n")
    let claimed = try await harness.store.claim(ClaimRequest(["order"], limit: 1, lease: .seconds(30)))
    #expect(claimed.first?.messages.map(\.message.content) == [.back(to: "charge")])
    let refused = await harness.run("retry", "4", "--from", "apology")
    #expect(refused.code == 65)
    #expect(refused.errors == "Run 4 cannot go back to 'apology'; the steps that it can go back to are: charge.\n")
  }

  @Test func `A command line that names no runs, or names them twice, is refused`() async throws {
    let harness = try await harness()
    for (words, sentence) in [
      (["retry"], "Missing argument: 'retry' needs RUN."),
      (["retry", "3", "--flow", "order"], "Runs and a filter were given: expected one of the two."),
      (["retry", "--state", "ended"], "Invalid value 'ended' for '--state': expected parked, failed or cancelled."),
    ] {
      let (code, _, errors) = await harness.run(words)
      #expect(code == 64)
      #expect(errors.hasPrefix(sentence))
    }
  }
}
