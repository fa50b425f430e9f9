import DurableTestSupport
import FlowChains
import FlowDurable
import FlowJSON
import FlowState
import FlowStateTesting
import TestSupport
import Testing

/// Going back in the closures of a durable run.
struct WayBackTests {
  private let life = DurableLife()
  private let trace = Trace()

  /// A stop that goes back by some stops in its first visit.
  private func back(by count: Int) -> FlowStepDeclaration<String, String> {
    page("c") { [trace] step, visit in
      guard visit == 1 else { return true }
      do { try step.goBack(steps: count) } catch {
        trace.note("\(error)")
        return true
      }
      return false
    }
  }

  private func run(_ flow: DurableFlow<String, String>) async throws -> DurableRun<String, String> {
    let worker = life.worker(flow)
    let run = try await worker.start(flow, "x", key: "k")
    try await worker.runUntilIdle()
    return run
  }

  @Test(arguments: [0, 1, 2, 9])
  func `Going back by some stops leads to that stop, and is refused if there are fewer`(count: Int) async throws {
    let flow = try textFlow("back") {
      append("load")
      append("a").stop()
      append("quote")
      append("b").stop()
      back(by: count).keeping(TheText.self)
    }
    let run = try await run(flow)
    let ways = try await life.course(of: run.number).filter { $0.hasPrefix("back") }
    switch count {
    case 1: #expect(ways == ["back to b"])
    case 2: #expect(ways == ["back to a"])
    default: #expect(trace.lines == ["Run back#1 cannot go back by \(count) stops; it has 2 earlier stops."])
    }
    #expect(try await run.outcome().words == "completed: xloadaquoteb")
  }

  @Test func `Going back by some stops in a loop leads to that visit, also after a restart`() async throws {
    let flow = try textFlow("back") {
      append("a").stop()
      append("b").stop().branching(["again": .step("a"), "on": .next]) { ($0?.count ?? 0) < 4 ? "again" : "on" }
      back(by: 3).keeping(TheText.self)
      FlowStepDeclaration.waiting(.seconds(1), identifier: "pause")
    }
    let run = try await run(flow)
    #expect(
      try await life.course(of: run.number) == [
        "began", "a#1 -> b", "b#1 -> a", "a#2 -> b", "b#2 -> c", "back to b", "undone b#2", "undone a#2", "undone b#1",
        "b#3 -> a", "a#3 -> b", "b#4 -> c", "c#2 -> pause", "waits at pause",
      ])
    try await life.advance(life.worker(flow), by: .seconds(1))
    #expect(try await run.outcome().words == "completed: xabab")
    #expect(try await life.records(of: run.number).count { $0.others["visit"] == 1 } == 1)
  }

  @Test func `A durable run says whether it can go back`() async throws {
    let note = { @Sendable [trace] (step: FlowStep<String, String>, _: Int) in
      trace.note("\(step.identifier): \(step.canGoBack), \(RunAccess(step).canGoBack)")
      return true
    }
    let flow = try textFlow("back") {
      append("load")
      page("a", note)
      append("quote")
      page("b", note).keeping(TheText.self)
    }
    _ = try await run(flow)
    #expect(trace.lines == ["a: false, false", "b: true, true"])
  }

  @Test func `A screen that isn't declared as a stop offers no way back to an automatic step`() async throws {
    let flow = try textFlow("back") {
      append("charge").keeping(TheText.self)
      FlowStepDeclaration(String.self, String.self, identifier: "receipt") { [trace] _ in
        let step = FlowStep(String.self, String.self, identifier: "receipt") { step in
          trace.note("\(RunAccess(step).canGoBack)")
          let handler = FlowStepHandler(String.self, String.self)
          handler.complete(step.content)
          return handler
        }
        step.isStop = true
        return step
      }
    }
    _ = try await run(flow)
    #expect(trace.lines == ["false"])
  }

  @Test func `Going back past the first visit cancels the run, unless a final step has completed`() async throws {
    for isFinal in [false, true] {
      let (life, trace) = (DurableLife(), Trace())
      let pay = append("pay").undoing { _, visit in trace.note("undo \(visit.key)") }
      let flow = try textFlow("back", undoing: .all) {
        isFinal ? pay.final() : pay
        page("a") { step, _ in
          do { try step.goBackPastFirst() } catch {
            trace.note("\(error)")
            return true
          }
          return false
        }.keeping(TheText.self)
      }
      let worker = life.worker(flow)
      let run = try await worker.start(flow, "x", key: "k")
      try await worker.runUntilIdle()
      let refusal = "Run back#1 cannot go back past 'pay', which is final."
      #expect(trace.lines == [isFinal ? refusal : "undo back/k/pay#1/undo"])
      #expect(try await run.outcome().words == (isFinal ? "completed: xpay" : "cancelled"))
    }
  }

  @Test func `A nested flow stays where it is if the durable run can't go back past a final step`() async throws {
    let details = Flow(Any.self, String.self, identifier: "details") { [trace] scope in
      let page = FlowStep(Any.self, String.self, identifier: "page") { _ in
        let handler = FlowStepHandler(Any.self, String.self)
        handler.onCancel { trace.note("page stopped") }
        scope.goBack()
        handler.complete("shown")
        return handler
      }
      page.isStop = true
      page.setCompletion { _, text in scope.result = text }
      return page
    }.reversible()
    let flow = try textFlow("back", undoing: .all) {
      append("pay").final().undoing { [trace] _, _ in trace.note("refunded") }
      FlowStepDeclaration(details, identifier: "details").keeping(TheText.self)
    }
    let worker = life.worker(flow)
    let run = try await worker.start(flow, "x", key: "k")
    try await worker.runUntilIdle()
    #expect(trace.lines == [])
    #expect(try await run.outcome().words == "completed: shown")
  }
}
