import DurableTestSupport
import FlowChains
import FlowDurable
@testable import FlowDurableTesting
import FlowState
import FlowStateTesting
import TestSupport
import Testing

/// The comparisons of an explorer with trials without a crash.
@Suite(.disabled(if: isThreadSanitized, "one queue plays all lives"))
struct CrashComparisonTests {
  private struct Declined: Error {}
  private struct CardStepInterrupted: Error {}

  /// Two steps, of which the second one depends on what the first one has remembered in memory only.
  @FlowChainBuilder private static func forgetfulSteps() -> [DeclaredStep] {
    let memory = LockedList<String>()
    FlowStepDeclaration(Any.self, String.self, identifier: "remember") { _, _ in
      memory.append("x")
      return "x"
    }.keeping(TheText.self)
    FlowStepDeclaration(Any.self, String.self, identifier: "forget") { _, _ in
      memory.all.isEmpty ? "forgotten" : "remembered"
    }.keeping(TheText.self)
  }

  /// Returns a step that ends long after steps without work of other runs.
  private static func slow(
    _ identifier: String, _ work: @escaping @Sendable (DurableVisit) -> Void = { _ in }
  ) -> FlowStepDeclaration<String, String> {
    text(identifier) { text, visit in
      for _ in 0..<2_000 { await Task.yield() }
      // The tasks of a process that has crashed are cancelled, and must not change anything outside.
      try Task.checkCancellation()
      work(visit)
      return text
    }
  }

  @Test func `A failure with an answer isn't shortened to a crash with which the flow is right`() async throws {
    let explorer = CrashExplorer { stage in
      let memory = LockedList<String>()
      let flow = try textFlow {
        text("remember") { text, _ in
          memory.append(text)
          return text
        }.keeping(TheText.self)
        append("pay").keeping(TheText.self).catching(["declined": .step("fall back")]) { _ in "declined" }
          .branching(["paid": .end]) { _ in "paid" }
        FlowStepDeclaration(Any.self, String.self, identifier: "fall back") { _, _ in
          memory.all.isEmpty ? "forgotten" : "remembered"
        }.keeping(TheText.self)
      }
      stage.answer("pay", with: .result("paid"), .failure(Declined()))
      stage.start(flow, "x")
    }
    let failure = try #require(
      await #expect(throws: CrashFailure.self) { try await explorer.explore(cuts: .calls) })
    #expect(failure.schedule.description.hasPrefix("pay#1: failure, crash "), "\(failure.schedule)")
    let again = await #expect(throws: CrashFailure.self) { try await explorer.replay(failure.schedule) }
    #expect(again?.sentence == failure.sentence)
  }

  @Test func `Interrupted work of one run doesn't keep another run from being compared`() async throws {
    let explorer = CrashExplorer { stage in
      stage.start(try textFlow("once") { Self.slow("charge").keeping(TheText.self).atMostOnce() }, "x")
      stage.start(try textFlow("forgetful") { Self.forgetfulSteps() }, "x")
    }
    let failure = await #expect(throws: CrashFailure.self) { try await explorer.explore(cuts: .calls) }
    #expect(failure?.rule == .outcome)
    #expect(failure?.step == "remember")
  }

  @Test func `A failure names a step of its own run if a run of another flow has the same key`() async throws {
    let explorer = CrashExplorer { stage in
      stage.start(try textFlow("right") { append("other").keeping(TheText.self) }, "x", key: "k")
      stage.start(try textFlow("forgetful") { Self.forgetfulSteps() }, "x", key: "k")
    }
    let failure = await #expect(throws: CrashFailure.self) { try await explorer.explore(cuts: .calls) }
    #expect(failure?.rule == .outcome)
    #expect(failure?.step == "remember")
  }

  @Test func `Runs aren't compared if interrupted work may have changed what they share outside`() async throws {
    try await CrashExplorer { stage in
      let notes = stage.outside { LockedList<String>() }
      let writer = try textFlow("writer") {
        text("charge") { text, _ in text }.keeping(TheText.self).atMostOnce()
        text("note") { text, _ in
          notes.append(text)
          return text
        }.keeping(TheText.self)
      }
      let reader = try textFlow("reader") {
        text("read") { _, _ in
          for _ in 0..<2_000 { await Task.yield() }
          try Task.checkCancellation()
          return notes.all.isEmpty ? "nothing" : "a note"
        }.keeping(TheText.self)
      }
      stage.start(writer, "x")
      stage.start(reader, "x")
    }.explore(cuts: .calls)
  }

  @Test func `An error whose name contains that of an interruption isn't one`() async throws {
    let explorer = CrashExplorer { stage in
      let flow = try textFlow {
        text("pay") { _, _ in throw CardStepInterrupted() }.catching(.failure, to: .step("remember"))
        Self.forgetfulSteps()
      }
      stage.start(flow, "x")
    }
    let failure = await #expect(throws: CrashFailure.self) { try await explorer.explore(cuts: .calls) }
    #expect(failure?.rule == .outcome)
  }

  @Test func `A run whose interruption a snapshot has removed isn't compared`() async throws {
    let explorer = CrashExplorer { stage in
      let flow = try textFlow {
        append("charge").keeping(TheText.self).atMostOnce().catching(.failure, to: .step("s0"))
        FlowStepDeclaration(Any.self, String.self, identifier: "s0") { _, _ in "s0" }
        for number in 1...30 { append("s\(number)") }
        FlowStepDeclaration.waiting(.seconds(60), identifier: "wait")
      }
      stage.start(flow, "x")
    }
    var outcomes: Set<String> = []
    for call in 6..<20 {
      outcomes.formUnion(try await explorer.replay("crash before \(call)").outcomes)
    }
    #expect(outcomes.count == 2, "\(outcomes)")
  }

  @Test func `Crashes that lose the claims of a run don't park it`() async throws {
    for call in 1..<8 {
      // The first process records the first step. One of the calls of the others is their claim.
      let crashes = ["crash after 12"] + Array(repeating: "crash after \(call)", count: 6)
      // The run can end before the last crashes, so this isn't a replay.
      let trial = await CrashFlow.straight.explorer().play(try FlowSchedule(crashes.joined(separator: ", ")))
      #expect(trial.violation == nil)
      #expect(trial.report.outcomes == ["completes with \"xabc\""])
    }
  }

  @Test func `A crash after work outside that changes neither the journal nor the starts is explored`() async throws {
    // A loss of power leaves more different disks, so that such a crash is explored anyway.
    let explorer = CrashExplorer(surviving: .process) { stage in
      let charges = stage.outside { LockedList<String>() }
      stage.start(
        try textFlow("slow") { Self.slow("charge") { visit in charges.append(visit.key) }.keeping(TheText.self) }, "x")
      stage.start(try textFlow("quick") { append("a").keeping(TheText.self) }, "x")
      stage.require { _ in charges.count > 1 ? "Charged twice." : nil }
    }
    let failure = await #expect(throws: CrashFailure.self) { try await explorer.explore(cuts: .calls) }
    #expect(failure?.sentence == "Charged twice.")
  }
}
