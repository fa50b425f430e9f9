import Dispatch
import DurableTestSupport
import FlowChains
import FlowDurable
import FlowState
import FlowStateTesting
import Foundation
import TestSupport
import Testing

/// Requests and commands that come in the moment in which a run leaves its step by itself.
struct LateRequestTests {
  private let life = DurableLife()
  private let trace = Trace()

  /// Where a request leads that was made after two visits of `a` and `b` and one of `c`.
  enum Target: CaseIterable {
    case pastTheFirst, latestVisit, earlierVisit

    var course: [String] {
      switch self {
      case .pastTheFirst:
        ["cancel", "undone c#1", "undone b#2", "undone a#2", "undone b#1", "undone a#1", "cancelled"]
      case .latestVisit: ["back to b", "undone c#1", "undone b#2", "b#3 -> c", "c#2 -> pause", "waits at pause"]
      case .earlierVisit: ["back to b", "undone c#1", "undone b#2", "undone a#2", "undone b#1"]
      }
    }
  }

  @Test(arguments: Target.allCases)
  func `A request that comes when the run is about to wait takes it back`(target: Target) async throws {
    let goBack = Locked<(@Sendable () -> Void)?>(nil)
    let chain = FlowChain("back") {
      append("a").stop()
      append("b").stop().branching(["again": .step("a"), "on": .next]) { ($0?.count ?? 0) < 4 ? "again" : "on" }
      page("c") { step, visit in
        guard visit == 1 else { return true }
        let callback = RunAccess(step).callback {
          do {
            switch target {
            case .pastTheFirst: try step.goBackPastFirst()
            case .latestVisit: try step.goBack(to: "b")
            case .earlierVisit: try step.goBack(steps: 4)
            }
          } catch { Issue.record(error) }
        }
        goBack.withLock { $0 = callback }
        return true
      }.keeping(TheText.self)
      FlowStepDeclaration.waiting(.seconds(3_600), identifier: "pause")
    }
    // The request comes when the record of the step is made, before its worker knows that the step has settled.
    let codec = WatchedCodec { name in if name == "c" { goBack.withLock { $0.take() }?() } }
    let flow = try DurableFlow(chain, String.self, keeping: TheText.self, sealedBy: codec) { $0[TheText.self] }
    let worker = life.worker(flow)
    let run = try await worker.start(flow, "x", key: "k")
    try await worker.runUntilIdle()
    let course = try await life.course(of: run.number)
    let before = ["began", "a#1 -> b", "b#1 -> a", "a#2 -> b", "b#2 -> c", "c#1 -> pause"]
    #expect(Array(course.prefix(before.count + target.course.count)) == before + target.course, "\(course)")
  }

  @Test func `D5: A message that comes when the run is about to wait is taken`() async throws {
    let (began, settled, extends, extended) = (AsyncSignal(), AsyncSignal(), AsyncSignal(), AsyncSignal())
    let complete = Locked<(@Sendable () -> Void)?>(nil)
    let note = Locked<(@Sendable () -> Void)?>(nil)
    let chain = FlowChain("wait") {
      FlowStepDeclaration(String.self, String.self, identifier: "a") { _ in
        FlowStep(String.self, String.self, identifier: "a") { step in
          let handler = FlowStepHandler(String.self, String.self)
          note.withLock { $0 = RunAccess(step).callback { settled.send() } }
          complete.withLock { $0 = { handler.complete("a") } }
          began.send()
          return handler
        }
      }.keeping(TheText.self)
      FlowStepDeclaration.awaiting(Shipped.self, identifier: "wait")
    }
    // Called after the turn in which the record is made. Then the worker has the settlement.
    let codec = WatchedCodec { name in if name == "a" { note.withLock { $0.take() }?() } }
    let flow = try DurableFlow(chain, String.self, keeping: TheText.self, sealedBy: codec) { $0[TheText.self] }
    let store = WindowStore(life.store)
    let isFirst = Locked(true)
    store.after.withLock {
      $0 = { records in
        guard records.isEmpty, isFirst.withLock({ $0 }) else { return }
        isFirst.withLock { $0 = false }
        extends.send()
        try? await extended.wait(orSay: "The test did not end the first extension of the lease")
      }
    }
    let worker = life.worker(flow, on: store, atOnce: 1)
    let run = try await worker.start(flow, "x", key: "k")
    let working = Task { try await worker.runUntilIdle() }
    try await began.wait(orSay: "The step did not begin")
    let timers = life.clock.timerCount
    // The worker waits for the store while the step ends, the message comes, and the next extension is due.
    life.clock.advance(by: life.lease / 3)
    try await extends.wait(orSay: "The lease was not extended")
    complete.withLock { $0 }?()
    try await settled.wait(orSay: "The step did not settle")
    try await run.send(Shipped(tracking: "1"))
    try await patiently("The next extension was not scheduled") { life.clock.timerCount == timers }
    life.clock.advance(by: life.lease / 3)
    try await patiently("The next extension did not come") { life.clock.timerCount == timers }
    extended.send()
    try await working.value(orSay: "The worker did not end")
    #expect(try await run.summary().state.kind == .ended)
  }

  @Test func `A step that has timed out is recorded before the work ends that ignores its cancellation`() async throws {
    let (began, end) = (AsyncSignal(), DispatchSemaphore(value: 0))
    let flow = try textFlow("look") {
      text("a") { _, _ in
        began.send()
        end.wait(orSay: "The test did not end the work")
        return "a"
      }.keeping(TheText.self).timeout(.seconds(60)).catching(.timeout, to: .step("wait"))
      FlowStepDeclaration.awaiting(Shipped.self, identifier: "wait")
    }
    let worker = life.worker(flow, atOnce: 1)
    let run = try await worker.start(flow, "x", key: "k")
    let working = Task { try await worker.runUntilIdle() }
    try await began.wait(orSay: "The work did not begin")
    life.clock.advance(by: .seconds(60))
    try await patiently("The run did not wait") { try await run.summary().state.kind == .waiting }
    end.signal()
    try await working.value(orSay: "The worker did not end")
  }

  @Test(arguments: [false, true])
  func `A step whose result is refused isn't tried again, and is asked for its route once`(isRouted: Bool) async throws
  {
    let store = WindowStore(life.store)
    let (works, refusals) = (Trace(), Trace())
    store.before.withLock {
      $0 = { (records, _) async throws(StoreError) in
        guard records.contains(where: { $0.words.hasPrefix("a#1") }), refusals.lines.count < (isRouted ? 2 : 1) else {
          return
        }
        refusals.note(records[0].words)
        throw .tooLarge(value: "The result", bytes: 10, limit: 1)
      }
    }
    let declared = text("a") { text, _ in
      works.note("a")
      return text
    }.keeping(TheText.self).retry(attempts: 3)
    let flow = try textFlow("large") {
      isRouted ? declared.catching(.failure, to: .step("wait")) : declared
      FlowStepDeclaration.waiting(.seconds(60), identifier: "wait")
    }
    let worker = life.worker(flow, on: store)
    let run = try await worker.start(flow, "x", key: "k")
    try await worker.runUntilIdle()
    #expect(works.lines == ["a"])
    let course = try await life.course(of: run.number)
    #expect(!course.contains { $0.hasPrefix("waits at a") }, "\(course)")
    #expect(course[1].hasPrefix("a#1 failed: ") && course[1].hasSuffix("-> end"), "\(course)")
    #expect(refusals.lines.count == (isRouted ? 2 : 1), "\(refusals.lines)")
  }

  @Test func `A request to go back that meets the decision to begin again is followed`() async throws {
    let goBack = Locked<(@Sendable () -> Void)?>(nil)
    let flow = try textFlow("back") {
      append("a").stop()
      FlowStepDeclaration(String.self, String.self, identifier: "b") { [trace] _ in
        FlowStep(String.self, String.self, identifier: "b") { step in
          let handler = FlowStepHandler(String.self, String.self)
          let isFirst = trace.lines.isEmpty
          trace.note("b")
          goBack.withLock {
            $0 = RunAccess(step).callback {
              do {
                try step.goBack(to: "a")
                trace.note("accepted")
              } catch { trace.note("\(error)") }
            }
          }
          if isFirst { handler.fail(TestError("away")) } else { handler.complete(step.content) }
          return handler
        }
      }.keeping(TheText.self).retry(attempts: 3, backoff: .constant(.seconds(60))) { _ in
        goBack.withLock { $0 }?()
        return true
      }
    }
    let worker = life.worker(flow)
    let run = try await worker.start(flow, "x", key: "k")
    try await worker.runUntilIdle()
    #expect(trace.lines.prefix(2) == ["b", "accepted"])
    #expect(try await life.course(of: run.number).contains("back to a"))
  }

  @Test func `A request that meets a refused record doesn't cancel the run`() async throws {
    let late = Locked<[@Sendable () -> Void]>([])
    let store = WindowStore(life.store)
    let setAside = Locked(false)
    store.before.withLock {
      $0 = { (records, _) async throws(StoreError) in
        guard records.contains(where: { $0.words.hasPrefix("b#1") }), !late.withLock({ $0.isEmpty }) else { return }
        for goBack in late.withLock({ $0 }) { goBack() }
        late.withLock { $0 = [] }
        do { try await patiently("The part was not set aside") { setAside.withLock({ $0 }) } } catch {
          Issue.record(error)
        }
        throw .tooLarge(value: "The result", bytes: 10, limit: 1)
      }
    }
    let flow = try textFlow("back", undoing: .onCancel) {
      append("a").stop().undoing { [trace] _, visit in trace.note("undo \(visit.key)") }
      page("b") { step, visit in
        guard visit == 1 else { return true }
        let goBack = RunAccess(step).callback {
          do { try step.goBack(steps: 1) } catch { Issue.record(error) }
        }
        late.withLock { $0 = [goBack] }
        return true
      }.keeping(TheText.self)
      append("c")
    }.observed(by: EventObserver { if case .runSetAside = $0.kind { setAside.withLock { $0 = true } } })
    let worker = life.worker(flow, on: store)
    let run = try await worker.start(flow, "x", key: "k")
    try await worker.runUntilIdle()
    let course = try await life.course(of: run.number)
    #expect(!course.contains("cancel"), "\(course)")
  }

  @Test func `A request to go back that meets the record of the end is refused`() async throws {
    let late = Locked<(@Sendable () -> Void)?>(nil)
    let store = WindowStore(life.store)
    let answered = AsyncSignal()
    store.before.withLock {
      $0 = { (records, _) async throws(StoreError) in
        guard records.contains(where: { $0.words == "completed" }) else { return }
        late.withLock { $0 }?()
        do { try await answered.wait(orSay: "The request was not answered") } catch { Issue.record(error) }
      }
    }
    let flow = try textFlow("back") {
      append("a").stop()
      page("b") { [trace] step, _ in
        let access = RunAccess(step)
        let goBack = access.callback {
          do { try step.goBack(to: "a") } catch { trace.note("\(error)") }
          trace.note("\(access.canGoBack) \(step.canGoBack)")
          answered.send()
        }
        late.withLock { $0 = goBack }
        return true
      }.keeping(TheText.self)
    }
    let worker = life.worker(flow, on: store)
    let run = try await worker.start(flow, "x", key: "k")
    try await worker.runUntilIdle()
    #expect(trace.lines == ["Run back#1 cannot go back; it has ended.", "false false"])
    #expect(try await run.outcome().words == "completed: xa")
  }

  /// When a command comes.
  enum Moment: CaseIterable { case withTheFailure, afterTheEnd }

  @Test(arguments: Moment.allCases, [true, false])
  func `A command that meets the end of a failed run is followed`(moment: Moment, isCancel: Bool) async throws {
    let store = WindowStore(life.store)
    let flow = try textFlow("text", undoing: .onCancel) {
      append("a").undoing { [trace] _, visit in trace.note("undo \(visit.key)") }
      text("b") { text, visit in
        if visit.key.hasSuffix("#1") { throw TestError("away") }
        return text
      }.keeping(TheText.self)
    }
    let worker = life.worker(flow, on: store)
    let run = try await worker.start(flow, "x", key: "k")
    let isSent = Locked(false)
    store.before.withLock {
      $0 = { [store = life.store] (records, _) async throws(StoreError) in
        let isMoment =
          switch moment {
          case .withTheFailure: records.contains { $0.words.hasPrefix("b#1 failed") }
          case .afterTheEnd: false
          }
        guard isMoment, !isSent.withLock({ $0 }) else { return }
        isSent.withLock { $0 = true }
        let delivery = try await store.send(FlowMessage(isCancel ? .cancel : .back(to: "a")), to: run.number)
        #expect(delivery == .delivered(1))
      }
    }
    try await worker.runUntilIdle()
    if moment == .afterTheEnd {
      if isCancel { try await run.cancel() } else { try await run.goBack(to: "a") }
      try await worker.runUntilIdle()
    }
    let course = try await life.course(of: run.number)
    #expect(trace.lines == ["undo text/k/a#1/undo"], "\(course)")
    #expect(try await run.outcome().words == (isCancel ? "cancelled" : "completed: xa"), "\(course)")
  }
}

/// A codec that seals nothing, and passes on what it should seal.
private struct WatchedCodec: PayloadCodec {
  let body: @Sendable (_ name: String) -> Void

  func seal(_ bytes: Data, at position: PayloadPosition) throws -> Data {
    body(position.name)
    return bytes
  }

  func open(_ bytes: Data, at position: PayloadPosition) throws -> Data { bytes }
}

/// An observer that passes each event on.
private struct EventObserver: FlowObserver {
  let body: @Sendable (FlowEvent) -> Void

  init(_ body: @escaping @Sendable (FlowEvent) -> Void) { self.body = body }

  func receive(_ event: FlowEvent) { body(event) }
}
