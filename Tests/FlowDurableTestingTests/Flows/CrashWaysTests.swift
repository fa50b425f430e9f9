import DurableTestSupport
import FlowChains
import FlowDurable
import FlowDurableTesting
import FlowStateTesting
import TestSupport
import Testing

/// The combinations of answers that an explorer plays.
@Suite(.disabled(if: isThreadSanitized, "one queue plays all lives"))
struct CrashWaysTests {
  /// Six steps with two answers each, so 64 ways.
  private static func explorer(_ requirement: @escaping @Sendable (CrashReport) -> String? = { _ in nil })
    -> CrashExplorer
  {
    CrashExplorer { stage in
      let names = ["a", "b", "c", "d", "e", "f"]
      for name in names { stage.answer(name, with: .result("0"), .result("1")) }
      let flow = try textFlow {
        for name in names {
          text(name) { text, _ in text }
        }
        text("end") { _, _ in "end" }.keeping(TheText.self)
      }
      stage.start(flow, "x")
      stage.require(requirement)
    }
  }

  @Test func `A limit bounds the ways, and the report says that others are left out`() async throws {
    let coverage = try await Self.explorer().explore(cuts: .calls, limit: 3)
    #expect(coverage.ways == 3)
    #expect(coverage.trials == 3)
    #expect(!coverage.isComplete)
    let text = "3 of which left something different and were played to the end; the limit left out others."
    #expect("\(coverage)".hasSuffix(" in 3 ways through the flow, \(text)"))
  }

  @Test func `The ways that differ least from the first answers come first`() async throws {
    let ways = LockedList<Int>()
    let explorer = Self.explorer { report in
      if report.crashes == 0 { ways.append(report.lines.count { $0.hasSuffix("answered with result-2") }) }
      return nil
    }
    try await explorer.explore(cuts: .calls, limit: 10)
    // The first way, the six ways with one other answer, and three of those with two.
    #expect(ways.all == [0, 1, 1, 1, 1, 1, 1, 2, 2, 2])
  }

  @Test func `A message for a run that the setup doesn't start traps`() async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      let explorer = CrashExplorer { stage in
        stage.start(try textFlow { append("a").keeping(TheText.self) }, "x")
        stage.deliver(Shipped(tracking: "1Z"), to: 2)
      }
      try await explorer.replay("")
    }
    expectSaid(
      result,
      """
      A setup for the crash explorer has 'message Shipped' for run 2; it must be for one of the runs that it starts, counted \
      from 1, of which there are 1.
      """)
  }
}
