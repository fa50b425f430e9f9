import DurableTestSupport
import FlowChains
import FlowDurable
import FlowDurableTesting
import FlowState
import FlowStateTesting
import TestSupport
import Testing

/// Flows in which a crash changes nothing, and in which an explorer could nevertheless find a fault.
@Suite(.disabled(if: isThreadSanitized, "one queue plays all lives"))
struct CrashRightFlowTests {
  @Test func `Steps whose names share a word are different visits`() async throws {
    let explorer = CrashExplorer { stage in
      let flow = try textFlow {
        append("ask name")
        append("ask age")
        append("back home")
        append("undone home").keeping(TheText.self)
      }
      stage.start(flow, "x")
    }
    try await explorer.explore(cuts: .calls)
  }

  private struct Declined: Error {}

  /// Returns a step that declines its first attempt.
  private static func charge(_ stage: CrashStage) -> FlowStepDeclaration<String, String> {
    let starts = stage.outside { LockedList<String>() }
    return text("charge") { text, visit in
      starts.append(visit.key)
      if starts.count == 1 { throw Declined() }
      return text
    }
  }

  @Test func `A step that may work once and is tried again after a failure starts twice`() async throws {
    let explorer = CrashExplorer { stage in
      let charge = Self.charge(stage)
      let flow = try textFlow {
        charge.keeping(TheText.self).atMostOnce().retry(attempts: 2, backoff: .constant(.seconds(60)))
      }
      stage.start(flow, "x")
    }
    try await explorer.explore(cuts: .calls)
  }

  @Test func `Steps of several flows with one name have their own retries and limits`() async throws {
    let explorer = CrashExplorer { stage in
      let charge = Self.charge(stage)
      let retrying = try textFlow("retrying/1") {
        append("a").atMostOnce()
        charge.keeping(TheText.self).retry(attempts: 2, backoff: .constant(.seconds(60)))
      }
      let plain = try textFlow("plain") {
        append("a")
        append("charge").keeping(TheText.self)
      }
      stage.start(retrying, "x")
      stage.start(plain, "y")
    }
    try await explorer.explore(cuts: .calls)
  }

  /// Variants that declare a step differently.
  private struct Variants: FlowChainVariants {
    let experimentName = "order"
    let charge: FlowStepDeclaration<String, String>

    func checkedChains() throws(FlowChainError) -> [(variant: String, chain: FlowChain)] {
      [
        ("patient", FlowChain("order") { charge.retry(attempts: 2, backoff: .constant(.seconds(60))) }),
        ("strict", FlowChain("order") { charge.atMostOnce() }),
      ]
    }
  }

  @Test func `A step of several variants has the retries and the limit that each of them allows`() async throws {
    let explorer = CrashExplorer { stage in
      let variants = Variants(charge: Self.charge(stage).keeping(TheText.self))
      let flow = try DurableFlow(variants, identifier: "order", String.self, keeping: TheText.self) { $0[TheText.self] }
      let patient = VariantAssignment(experiment: "order", variant: "patient", reason: .assigned)
      stage.start(flow, "x", assignments: [patient])
    }
    try await explorer.explore(cuts: .calls)
  }

  @Test func `Visits of several runs keep their answers after a crash`() async throws {
    let explorer = CrashExplorer { stage in
      stage.answer("ask", with: .result("one"), .result("two"))
      let long = try textFlow("long") {
        append("s1").keeping(TheText.self)
        append("s2").keeping(TheText.self)
        append("ask").keeping(TheText.self)
      }
      let short = try textFlow("short") {
        append("t1").keeping(TheText.self)
        append("ask").keeping(TheText.self)
      }
      stage.start(long, "x")
      stage.start(short, "y")
    }
    let coverage = try await explorer.explore(cuts: .every(trials(1, few: 61)))
    #expect(coverage.ways == 4)
  }
}
