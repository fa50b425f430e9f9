import DurableTestSupport
import FlowChains
import FlowDurable
import FlowDurableTesting
import FlowState
import FlowStateTesting
import Foundation
import Synchronization
import TestSupport

/// The flows that crash at every byte, each with the actions of its user.
enum CrashFlow: String, CaseIterable {
  case straight, looping, undoing, failing, resting, racing, onceOnly, retrying, answering, long

  /// Makes an explorer of the flow.
  ///
  /// - Parameters:
  ///   - safety: The fault that the journal survives.
  ///   - inAnyOrder: Whether commands may come before there is something to undo, and after the end.
  /// - Returns: The explorer.
  func explorer(surviving safety: JournalSafety = .power, inAnyOrder: Bool = false) -> CrashExplorer {
    let setUp: @Sendable (CrashStage) throws -> Void =
      switch self {
      case .straight: Self.straight
      case .looping: Self.looping
      case .undoing: { try Self.undoing($0, inAnyOrder) }
      case .failing: Self.failing
      case .resting: { try Self.resting($0, inAnyOrder) }
      case .racing: Self.racing
      case .onceOnly: Self.onceOnly
      case .retrying: { try Self.retrying($0, inAnyOrder) }
      case .answering: { try Self.answering($0, inAnyOrder) }
      case .long: { try Self.long($0, inAnyOrder) }
      }
    return CrashExplorer(surviving: safety, setUp)
  }

  /// A run that a person answers from two tabs, goes back, and changes an answer, while a step refuses one.
  private static func answering(_ stage: CrashStage, _ inAnyOrder: Bool) throws {
    let works = stage.outside { LockedList<String>() }
    let chain = FlowChain("pages") {
      FlowStepDeclaration.awaiting(PageAnswer.self, identifier: "name").checking { answer, _ in
        if answer.text == "refused" { throw AnswerRefused(["text": "Not this one."]) }
      }.keeping(ThePage.self)
      FlowStepDeclaration(PageAnswer.self, String.self, identifier: "greet") { answer, visit in
        works.append("greet \(visit.key)")
        return "Hello \(answer?.text ?? "")"
      }.taking(ThePage.self).keeping(TheText.self).undoing { _, visit in works.append("undo \(visit.key)") }
      // In any order, an answer can come before its page, where it has no effect.
      FlowStepDeclaration.awaiting(PageAnswer.self, within: inAnyOrder ? .seconds(600) : nil, identifier: "more")
      FlowStepDeclaration.awaiting(PageAnswer.self, within: inAnyOrder ? .seconds(600) : nil, identifier: "last")
        .alwaysAsking()
    }
    let flow = try DurableFlow(chain, Any.self, String.self, keeping: ThePage.self, TheText.self) { $0[TheText.self] }
    stage.start(flow, key: "k")
    stage.submit(PageAnswer(text: "refused"), at: "name")
    stage.submit(PageAnswer(text: "Ada"), at: "name")
    stage.submit(PageAnswer(text: "Bob"), at: "name")
    stage.submit(PageAnswer(text: "yes"), at: "more")
    stage.submit(PageAnswer(text: "Cy"), at: "name", changing: true, keepingLater: true)
    stage.submit(PageAnswer(text: "Dan"), at: "name", changing: true)
    stage.submit(PageAnswer(text: "ok"), at: "last")
    // The change has given up a visit of the last page.
    stage.submit(PageAnswer(text: "ok"), at: "last", visit: 2)
    stage.require { report in
      if inAnyOrder { return nil }
      if report.outcomes != ["completes with \"Hello Cy\""] { return "It \(report.outcomes)." }
      let expected: Set = ["greet pages/k/greet#1", "undo pages/k/greet#1/undo", "greet pages/k/greet#2"]
      return Set(works.all) == expected ? nil : "It did \(works.all)."
    }
  }

  private struct PageAnswer: DurableMessage { var text: String }
  private enum ThePage: DurableKey { typealias Value = PageAnswer }

  /// A step that fails in each attempt and whose work is undone, in a run that is retried after its failure.
  private static func retrying(_ stage: CrashStage, _ inAnyOrder: Bool) throws {
    let (bank, ends) = (stage.outside { LockedList<String>() }, stage.outside { LockedList<String>() })
    let flow = try textFlow(undoing: .all) {
      append("a").keeping(TheText.self)
      text("charge") { text, visit in
        bank.append(visit.key)
        if visit.key.hasSuffix("#1") { throw CrashAway() }
        return text + "!"
      }.undoingInterrupted { _, visit in ends.append(visit.key) }
        .keeping(TheText.self).retry(attempts: 2, backoff: .constant(.seconds(60)))
    }
    stage.start(flow, "x", key: "k")
    // The first one ends the pause between the attempts, the second one continues the run that has failed.
    stage.retry()
    if !inAnyOrder { stage.retry() }
    stage.require { report in
      if inAnyOrder { return nil }
      if report.outcomes != ["completes with \"xa!\""] { return "It \(report.outcomes)." }
      if Set(bank.all) != ["text/k/charge#1", "text/k/charge#2"] { return "Charged under \(bank.all)." }
      return Set(ends.all) == ["text/k/charge#1/undo"] ? nil : "Undone under \(ends.all)."
    }
  }

  private struct CrashAway: Error {}

  /// Three steps, one after the other.
  private static func straight(_ stage: CrashStage) throws {
    let flow = try textFlow {
      append("a").keeping(TheText.self)
      append("b")
      append("c").keeping(TheText.self)
    }
    stage.start(flow, "x", key: "k")
    stage.require { $0.outcomes == ["completes with \"xabc\""] ? nil : "It \($0.outcomes)." }
  }

  /// Counts in the context of the run, and repeats itself until the count is reached.
  private static func counting(to end: Int, then next: String) -> FlowStepDeclaration<Any, Int> {
    FlowStepDeclaration(Any.self, Int.self, identifier: "count") { _ in
      FlowStep(Any.self, Int.self, identifier: "count") { step in
        let handler = FlowStepHandler(Any.self, Int.self)
        handler.complete((step.context[TheCrashCount.self] ?? 0) + 1)
        return handler
      }
    }.keeping(TheCrashCount.self).branching(["again": .step("count"), "enough": .step(next)]) {
      $0 == end ? "enough" : "again"
    }
  }

  /// A loop with a counter, a route for a failure, and several answers, each of which is tried.
  private static func looping(_ stage: CrashStage) throws {
    struct Late: Error {}
    let count = counting(to: 3, then: "check")
    let check = FlowStepDeclaration(Int.self, Int.self, identifier: "check") { number, _ in number }
      .catching(["late": .step("give up")]) { _ in "late" }
      .branching(["good": .end]) { _ in "good" }
    let giveUp = FlowStepDeclaration(Any.self, Int.self, identifier: "give up") { _, _ in 0 }.keeping(
      TheCrashCount.self)
    let flow = try DurableFlow(
      FlowChain("loop") {
        count
        check
        giveUp
      }, Any.self, keeping: TheCrashCount.self
    ) { $0[TheCrashCount.self] }
    stage.answer("check", with: .result(7), .failure(Late(), as: "late"))
    stage.start(flow)
    stage.require { report in
      report.effects(of: "count").keys == ["loop/run-1/count#1", "loop/run-1/count#2", "loop/run-1/count#3"]
        ? nil : "Counted under \(report.effects(of: "count").keys)."
    }
  }

  /// Two steps with an undo; the run goes back, and is cancelled in the end. The bank refunds each charge once.
  private static func undoing(_ stage: CrashStage, _ inAnyOrder: Bool) throws {
    let (bank, mail) = stage.outside { (Bank(), Mail()) }
    stage.start(try orderFlow(bank: bank, mail: mail), Order(id: "1", cents: 990), key: "4711")
    stage.goBack(to: "charge")
    stage.cancel()
    stage.require { report in
      if report.outcomes != ["is cancelled"] { return inAnyOrder ? nil : "It \(report.outcomes)." }
      let (taken, returned) = (bank.charges.count, bank.refunds.count)
      // The work of a visit that hasn't settled may have happened, and isn't undone.
      let isEven = inAnyOrder ? returned == taken || returned == taken - 1 : (taken, returned) == (2, 2)
      if !isEven { return "Took \(bank.charges), gave back \(bank.refunds)." }
      return report.effects(of: "charge").undoneKeys.count == returned
        ? nil : "Undid \(report.effects(of: "charge").undoneKeys)."
    }
  }

  /// A step that fails after four others, two of which have an undo.
  private static func failing(_ stage: CrashStage) throws {
    struct Declined: Error {}
    let flow = try textFlow(undoing: .onFailure) {
      append("a").keeping(TheText.self).undoing { _, _ in }
      append("b").keeping(TheText.self)
      append("c").keeping(TheText.self).undoing { _, _ in }
      append("d").keeping(TheText.self)
      text("e") { _, _ in throw Declined() }
    }
    stage.start(flow, "x", key: "k")
    stage.require { report in
      let undone = ["a", "c"].allSatisfy { report.effects(of: $0).undoneKeys == ["text/k/\($0)#1/undo"] }
      return undone ? nil : "Undid \(report.effects(of: "a").undoneKeys) and \(report.effects(of: "c").undoneKeys)."
    }
  }

  /// A message, and a timer.
  private static func resting(_ stage: CrashStage, _ inAnyOrder: Bool) throws {
    let (bank, mail) = stage.outside { (Bank(), Mail()) }
    stage.start(try orderFlow(bank: bank, mail: mail), Order(id: "1", cents: 990), key: "4711")
    stage.deliver(Shipped(tracking: "1Z"), key: "w1")
    stage.require { report in
      let isDone = inAnyOrder || report.outcomes == ["completes with \"p1\""]
      return isDone && bank.charges.count == 1 ? nil : "It \(report.outcomes)."
    }
  }

  /// A race inside a step: the quick step wins, and the slow one is cancelled.
  private static func racing(_ stage: CrashStage) throws {
    let race = FlowStepDeclaration(Any.self, String.self, identifier: "race") { _ in
      let slow = FlowStep(Any.self, String.self, identifier: "slow") { _ in FlowStepHandler(Any.self, String.self) }
      let quick = FlowStep(Any.self, String.self, identifier: "quick") { _ in FlowStepHandler(Any.self, String.self) }
      return FlowStep(identifier: "race", racing: [slow, quick])
    }
    let flow = try textFlow("racing") {
      race.keeping(TheText.self)
      append("b").keeping(TheText.self)
    }
    stage.answer("slow", with: .after(.seconds(60), .result("slow")))
    stage.answer("quick", with: .after(.seconds(5), .result("quick")))
    stage.start(flow, "x")
    stage.require { $0.outcomes == ["completes with \"quickb\""] ? nil : "It \($0.outcomes)." }
  }

  /// A step that may work only once, between two that may work again.
  private static func onceOnly(_ stage: CrashStage) throws {
    let flow = try textFlow("once") {
      append("a")
      append("b").keeping(TheText.self).atMostOnce().catching(["unsure": .step("c")]) {
        $0.rootCause is StepInterrupted ? "unsure" : nil
      }
      FlowStepDeclaration(Any.self, String.self, identifier: "c") { _, _ in "c" }.keeping(TheText.self)
    }
    stage.start(flow, "x")
    stage.require { $0.outcomes == ["completes with \"c\""] ? nil : "It \($0.outcomes)." }
  }

  /// A loop that is long enough for a snapshot, and an undo after it.
  private static func long(_ stage: CrashStage, _ inAnyOrder: Bool) throws {
    let count = counting(to: 25, then: "book")
    // Going back to this step restores the count that it has changed.
    let book = FlowStepDeclaration(Int.self, Int.self, identifier: "book") { number, _ in (number ?? 0) + 100 }
      .taking(TheCrashCount.self).keeping(TheCrashCount.self).undoing { _, _ in }
    let flow = try DurableFlow(
      FlowChain("long") {
        count
        book
        FlowStepDeclaration.waiting(.seconds(60), identifier: "wait")
      }, Any.self, keeping: TheCrashCount.self, undoing: .onCancel
    ) { $0[TheCrashCount.self] }.remembering(visits: 2)
    stage.start(flow)
    stage.goBack(to: "book")
    stage.require { report in
      let undone = report.effects(of: "book").undoneKeys.count
      let isDone = report.outcomes == ["completes with 125"] && (inAnyOrder || undone == 1)
      return isDone && report.effects(of: "count").keys.count == 25 ? nil : "It \(report.outcomes)."
    }
  }
}

private enum TheCrashCount: DurableKey { typealias Value = Int }
