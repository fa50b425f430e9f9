import DurableTestSupport
import FlowChains
import FlowDurable
import FlowDurableTesting
import FlowStateTesting
import Testing

/// Answers for steps that don't exist. `CrashFlow.racing` answers steps that no chain declares.
struct CrashAnswerTests {
  private static let sentence =
    "Step 'confrim' was set up with answers, but no step of this name is declared or has started; the steps are: confirm, pay."

  private static func explorer(requiring requirement: String? = nil) -> CrashExplorer {
    CrashExplorer { stage in
      stage.answer("pay", with: .result("paid"))
      stage.answer("confrim", with: .result("x"))
      let flow = try textFlow {
        append("pay").keeping(TheText.self)
        append("confirm").keeping(TheText.self)
      }
      stage.start(flow, "x")
      stage.require { _ in requirement }
    }
  }

  @Test func `An answer for a step that doesn't exist is a failure of the setup`() async throws {
    let failure = try #require(
      await #expect(throws: CrashFailure.self) { try await Self.explorer().explore(cuts: .calls) })
    #expect(failure.rule == .setup)
    #expect(failure.description == Self.sentence)
    let random = await #expect(throws: CrashFailure.self) { try await Self.explorer().explore(seeds: 0..<2) }
    #expect(random?.sentence == Self.sentence)
  }

  /// Two steps with two answers each, and an answer for a step that no way has.
  private static func explorer(answering step: String) -> CrashExplorer {
    CrashExplorer { stage in
      for name in ["pay", "confirm"] { stage.answer(name, with: .result("one"), .result("two")) }
      stage.answer(step, with: .result("x"))
      let flow = try textFlow {
        append("pay").keeping(TheText.self)
        append("confirm").keeping(TheText.self)
      }
      stage.start(flow, "x")
    }
  }

  @Test func `If not all ways are played, only an answer for a misspelt step is a failure of the setup`() async throws {
    let coverage = try await Self.explorer(answering: "refund").explore(cuts: .calls, limit: 2)
    #expect(!coverage.isComplete)
    try await Self.explorer(answering: "refund").explore(seeds: 0..<2)
    let failure = await #expect(throws: CrashFailure.self) {
      try await Self.explorer(answering: "confrim").explore(cuts: .calls, limit: 2)
    }
    #expect(failure?.sentence == Self.sentence)
    let all = await #expect(throws: CrashFailure.self) {
      try await Self.explorer(answering: "refund").explore(cuts: .calls)
    }
    #expect(all?.rule == .setup)
  }

  @Test func `An answer of a wrong type is a failure of the setup`() async {
    let explorer = CrashExplorer { stage in
      stage.answer("pay", with: .result(1))
      stage.start(try textFlow { append("pay").keeping(TheText.self) }, "x")
    }
    let failure = await #expect(throws: CrashFailure.self) { try await explorer.explore(cuts: .calls) }
    #expect(failure?.rule == .setup)
    #expect(failure?.sentence == "Step 'pay' is answered with a result of type Int; its results are of type String.")
  }

  @Test func `A failure without a crash says which answers belong to no step`() async throws {
    let explorer = Self.explorer(requiring: "It went wrong.")
    let failure = await #expect(throws: CrashFailure.self) { try await explorer.explore(cuts: .calls) }
    #expect(failure?.rule == .requirement)
    #expect(failure?.sentence == "It went wrong. " + Self.sentence)
  }
}
