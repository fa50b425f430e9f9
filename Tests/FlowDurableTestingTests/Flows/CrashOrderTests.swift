import DurableTestSupport
import FlowChains
import FlowDurable
@testable import FlowDurableTesting
import FlowState
import FlowStateTesting
import Foundation
import TestSupport
import Testing

/// Crashes in random orders of the events in a process.
@Suite(.disabled(if: isThreadSanitized, "one queue plays all lives"))
struct CrashOrderTests {
  /// `.ci/crash` plays more orders.
  private static let isBounded = ProcessInfo.processInfo.environment["FLOWSTATE_CRASHES"] == nil

  @Test(arguments: CrashFlow.allCases)
  func `D1 to D3, D9: Crashes in random orders change nothing`(flow: CrashFlow) async throws {
    let first = UInt64.random(in: 0...UInt64.max / 2)
    // The long flow has many steps, and time passes slowly in the race.
    let few: UInt64 = [.long, .racing].contains(flow) ? trials(3, few: 1) : trials(12, few: 4)
    let count = Self.isBounded ? few : 1_000
    let coverage = try await flow.explorer(inAnyOrder: true).explore(seeds: first..<first + count, crashes: 2)
    #expect(coverage.orders == count)
    #expect(coverage.crashes == 2 * coverage.orders)
    if !Self.isBounded { print("\(flow): \(coverage)") }
  }

  @Test func `An order that leads to another end by itself isn't blamed on a crash`() async throws {
    let explorer = CrashFlow.resting.explorer(inAnyOrder: true)
    // The time limit passes before the message comes.
    let report = try await explorer.replay("timer")
    #expect(report.works.contains { $0.key.contains("apology") })
    try await explorer.replay("timer, crash after 9")
    try await explorer.explore(seeds: 0..<trials(100, few: 25))
  }

  @Test(arguments: ["timer", "deliver, timer"])
  func `A message that was under way in the crash can come after the time`(rest: String) async throws {
    let text = ##"deliver, "message Shipped"#1, crash before 14, \##(rest)"##
    let report = try await CrashFlow.resting.explorer(inAnyOrder: true).replay(text)
    #expect(report.works.contains { $0.key.contains("apology") })
  }

  @Test func `A message isn't refused before the end of its run is on disk`() async throws {
    let text = ##"""
      timer, "answer more#1"#1, timer, "change name#1"#1, deliver, deliver, deliver, deliver 2, crash before 31, \##
      crash before 1 losing 1
      """##
    let report = try await CrashFlow.answering.explorer(inAnyOrder: true).replay(text)
    #expect(report.crashes == 2)
  }

  @Test func `An end to which no order leads without the crash is blamed on it`() async throws {
    let explorer = Self.forgetfulFlow()
    let failure = try #require(
      await #expect(throws: CrashFailure.self) { try await explorer.explore(seeds: 0..<100) })
    #expect(failure.rule == .outcome)
    // The schedule fails in an explicit order, too.
    let text = "deliver, \(failure.schedule)"
    let again = await #expect(throws: CrashFailure.self) { try await explorer.replay(text) }
    #expect(again?.rule == .outcome)
  }

  /// Returns an explorer of a flow that remembers a step in memory only.
  private static func forgetfulFlow() -> CrashExplorer {
    CrashExplorer { stage in
      let memory = LockedList<String>()
      let flow = try textFlow {
        text("remember") { text, _ in
          memory.append(text)
          return text
        }.keeping(TheText.self)
        text("forget") { _, _ in memory.all.isEmpty ? "forgotten" : "remembered" }.keeping(TheText.self)
      }
      stage.start(flow, "x")
    }
  }

  @Test func `A crash that does harm only after an early command is found, and shortened to both`() async throws {
    let explorer = Self.forgetfulCashier()
    // The command comes after the invoice, so no crash does harm.
    try await explorer.explore(cuts: .calls)
    let failure = try #require(
      await #expect(throws: CrashFailure.self) { try await explorer.explore(seeds: 0..<2_000) })
    #expect(failure.rule == .requirement)
    #expect(failure.sentence == "Took money, and gave nothing back.")
    let text = failure.schedule.description
    #expect(text.contains("cancel#1") && text.contains("crash "), "\(text)")
    #expect(failure.schedule.choices.count <= 12, "\(text)")
    // The text replays the failure, and each of its choices is needed.
    let again = await #expect(throws: CrashFailure.self) { try await explorer.replay(text) }
    #expect(again?.sentence == failure.sentence)
    for index in failure.schedule.choices.indices {
      var shorter = failure.schedule
      shorter.choices.remove(at: index)
      try await explorer.replay(shorter)
    }
  }

  /// Returns an explorer of a flow that takes money, and remembers it only in memory until the invoice is written.
  private static func forgetfulCashier() -> CrashExplorer {
    CrashExplorer { stage in
      let bank = stage.outside { Bank() }
      let invoice = stage.outside { LockedList<String>() }
      let memory = LockedList<String>()
      let flow = try textFlow(undoing: .onCancel) {
        text("take") { text, visit in
          _ = try bank.charge(990, idempotencyKey: visit.key)
          memory.append(text)
          return text
        }.undoing { _, visit in
          if !memory.all.isEmpty || !invoice.all.isEmpty { try bank.refund("p1", idempotencyKey: visit.key) }
        }
        text("invoice") { text, _ in
          invoice.append(text)
          return text
        }.keeping(TheText.self)
        FlowStepDeclaration.waiting(.seconds(60), identifier: "wait")
      }
      stage.start(flow, "x")
      stage.cancel()
      stage.require { _ in bank.charges.count == bank.refunds.count ? nil : "Took money, and gave nothing back." }
    }
  }

  @Test func `A subscription that only a command ends comes to its end in each order`() async throws {
    let explorer = CrashExplorer(startLimit: 40) { stage in
      let flow = try textFlow {
        FlowStepDeclaration(Any.self, String.self, identifier: "charge") { _, _ in "paid" }
          .branching(["paid": .next, "unpaid": .end]) { $0 ?? "unpaid" }
        FlowStepDeclaration.waiting(.seconds(60), identifier: "wait")
          .branching(["over": .step("charge")]) { _ in "over" }
      }
      stage.start(flow, "x")
      stage.cancel()
    }
    try await explorer.explore(seeds: 0..<30, crashes: 0)
  }

  @Test func `An order that breaks a requirement without a crash is found`() async throws {
    let explorer = CrashExplorer { stage in
      let list = stage.outside { LockedList<String>() }
      for name in ["one", "two"] {
        let flow = try textFlow(name) {
          text("add") { text, _ in
            list.append(name)
            return text
          }.keeping(TheText.self)
        }
        stage.start(flow, name)
      }
      stage.require { _ in list.all == ["two", "one"] ? "Two came first." : nil }
    }
    try await explorer.replay("")
    let failure = try #require(
      await #expect(throws: CrashFailure.self) { try await explorer.explore(seeds: 0..<200, crashes: 0) })
    #expect(failure.sentence == "Two came first.")
    #expect(failure.schedule.choices.allSatisfy { "\($0)".hasPrefix("deliver") }, "\(failure.schedule)")
    await #expect(throws: CrashFailure.self) { try await explorer.replay(failure.schedule) }
  }

  @Test func `A time-out can come before a message, and then the ends aren't compared`() async throws {
    let explorer = CrashExplorer { stage in
      let chain = FlowChain("wait") {
        FlowStepDeclaration.awaiting(Shipped.self, within: .seconds(60), identifier: "ship")
          .branching(["shipped": .end, "late": .step("give up")]) { $0 == nil ? "late" : "shipped" }
        FlowStepDeclaration(Any.self, Void.self, identifier: "give up") { _, _ in () }
      }
      let flow = try DurableFlow(chain, Any.self) { _ in () }
      stage.start(flow)
      stage.deliver(Shipped(tracking: "1Z"), key: "w1")
    }
    var steps: Set<Int> = []
    for text in ["", "timer"] { steps.insert(try await explorer.replay(text).effects(of: "give up").starts) }
    #expect(steps == [0, 1])
    try await explorer.explore(seeds: 0..<40)
  }

  @Test func `The same seed plays the same order`() async throws {
    let explorer = CrashFlow.undoing.explorer()
    let first = await explorer.play(FlowSchedule(), seed: 7)
    let second = await explorer.play(FlowSchedule(), seed: 7)
    #expect(first.schedule == second.schedule)
    #expect(first.lines == second.lines)
    #expect(first.schedule.hasOrder)
    let replayed = await explorer.play(first.schedule)
    #expect(replayed.lines == first.lines)
  }

  @Test func `The report of random orders counts orders, crashes and ways`() async throws {
    let coverage = try await CrashFlow.looping.explorer().explore(seeds: 1..<3)
    #expect("\(coverage)" == "2 orders and 2 crashes in 2 ways through the flow.")
    #expect(coverage.isComplete)
  }

  @Test func `The report of random orders says that there are more ways than seeds`() async throws {
    let coverage = try await CrashFlow.looping.explorer().explore(seeds: 1..<2, crashes: 2)
    #expect("\(coverage)" == "1 orders and 2 crashes in 1 way through the flow; other ways had no seed.")
    #expect(!coverage.isComplete)
  }

  @Test func `The processes of neighboring seeds have different orders`() {
    let orders = (7...9).flatMap { seed in (0..<3).map { CrashTrial.seed(ofProcess: $0, from: seed) } }
    #expect(Set(orders).count == 9)
    #expect(orders[0] == 7)
  }
}
