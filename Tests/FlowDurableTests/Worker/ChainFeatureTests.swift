import DurableTestSupport
import FlowChains
import FlowDurable
import FlowDurableTesting
import FlowExperiments
import FlowJSON
import FlowState
import FlowStateTesting
import Foundation
import TestSupport
import Testing

/// Everything that a chain can do works durably, and the tools of FlowStateTesting work with durable runs.
struct ChainFeatureTests {
  private let life = DurableLife()
  private let trace = Trace()

  /// Runs a flow until it is idle, in a process that dies before its last record, and then in a second one.
  private func outcome<Content, Result>(
    of flow: DurableFlow<Content, Result>, _ content: Content? = nil
  ) async throws -> String {
    let counting = CrashingStore(life.store)
    let first = life.worker(flow, on: counting)
    let run = try await first.start(flow, content)
    try await first.runUntilIdle()
    let words = try await run.outcome().words
    for crash in 0..<counting.appends {
      let dying = CrashingStore(life.store, dyingAfter: crash)
      let second = try await life.worker(flow).start(flow, content)
      await #expect(throws: StoreError.closed) { try await life.worker(flow, on: dying).runUntilIdle() }
      life.clock.advance(by: life.lease)
      try await life.worker(flow).runUntilIdle()
      #expect(try await second.outcome().words == words)
    }
    return words
  }

  @Test func `A durable run repeats a loop until its route leaves it`() async throws {
    let flow = try textFlow {
      append("a").branching(["again": .step("a"), "enough": .next]) { ($0?.count ?? 0) < 5 ? "again" : "enough" }
      append("b").keeping(TheText.self)
    }
    #expect(try await outcome(of: flow, "x") == "completed: xaaaab")
  }

  @Test func `A race, a join and a nested flow in a step are one durable step`() async throws {
    @Sendable func step(_ text: String) -> FlowStep<Any, String> {
      FlowStep(Any.self, String.self, identifier: text) { _ in text }
    }
    let race = FlowStepDeclaration(Any.self, String.self, identifier: "race") { _ in
      FlowStep(identifier: "race", racing: [step("hare")])
    }.keeping(TheText.self)
    let join = FlowStepDeclaration(Any.self, [String?].self, identifier: "join") { _ in
      FlowStep(identifier: "join", joining: [step("a"), step("b")])
    }
    let inner = Flow(Any.self, String.self, identifier: "inner") { scope in
      let ask = FlowStep(Any.self, String.self, identifier: "ask") { _ in
        let handler = FlowStepHandler(Any.self, String.self)
        handler.complete("tortoise")
        return handler
      }
      ask.setCompletion { _, text in scope.result = text }
      return ask
    }
    let flow = try DurableFlow(
      FlowChain("animals") {
        race
        join
        FlowStepDeclaration(inner, identifier: "inner").keeping(TheText.self)
      }, Any.self, keeping: TheText.self
    ) { $0[TheText.self] }
    #expect(try await outcome(of: flow) == "completed: tortoise")
    #expect(
      try await life.course(of: RunNumber(rawValue: 1)) == [
        "began", "race#1 -> join", "join#1 -> inner", "inner#1 -> end", "completed",
      ])
  }

  @Test func `Operators around a step work in a durable run, under one visit key`() async throws {
    let calls = Locked(0)
    let flow = try textFlow {
      text("a") { text, visit in
        try calls.withLock { calls in
          calls += 1
          if !calls.isMultiple(of: 3) { throw TestError("call \(calls)") }
        }
        return "\(text) \(visit.key)"
      }.retry(attempts: 5).timeout(.seconds(60)).keeping(TheText.self)
    }
    let worker = life.worker(flow)
    let run = try await worker.start(flow, "x", key: "k")
    try await worker.runUntilIdle()
    #expect(try await run.outcome().words == "completed: x text/k/a#1")
    #expect(calls.withLock { $0 } == 3)
  }

  @Test func `A step that times out takes its route after a timeout`() async throws {
    let began = AsyncSignal()
    let flow = try textFlow {
      text("a") { text, _ in
        began.send()
        try await Task.sleep(for: .seconds(3_600))
        return text
      }.timeout(.seconds(5)).branching(["on": .end]) { _ in "on" }.catching(.timeout, to: .step("late"))
      FlowStepDeclaration(FlowError.self, String.self, identifier: "late") { error, _ in
        "\(error?.reason ?? .abandoned)"
      }
      .keeping(TheText.self)
    }
    let worker = life.worker(flow)
    let run = try await worker.start(flow, "x")
    let working = Task { try await worker.runUntilIdle() }
    try await began.wait(orSay: "The work did not begin")
    life.clock.advance(by: .seconds(5))
    try await working.value(orSay: "The worker did not end")
    #expect(try await run.outcome().words == "completed: timedOut(after: 5.0 seconds)")
  }

  @Test func `Work that runs at most once fails when it was interrupted`() async throws {
    let trace = trace
    let dying = Locked<CrashingStore?>(nil)
    let flow = try textFlow {
      append("a").keeping(TheText.self)
      text("once") { text, _ in
        trace.note("works")
        dying.withLock { $0?.die() }
        return text
      }.atMostOnce().branching(["on": .end]) { _ in "on" }.catching(["unsure": .step("ask")]) { error in
        error.rootCause is StepInterrupted ? "unsure" : nil
      }
      FlowStepDeclaration(FlowError.self, String.self, identifier: "ask") { error, _ in
        error?.rootCause.map { "\($0)" }
      }.keeping(TheText.self)
    }
    let store = CrashingStore(life.store)
    dying.withLock { $0 = store }
    let run = try await life.worker(flow).start(flow, "x", key: "k")
    await #expect(throws: StoreError.closed) { try await life.worker(flow, on: store).runUntilIdle() }
    try await life.advance(life.worker(flow), by: life.lease)
    #expect(trace.lines == ["works"])
    #expect(
      try await life.course(of: run.number) == [
        "began", "a#1 -> once", "started once#1",
        "once#1 failed: Step 'once' runs at most once, and its process ended during text/k/once#1. Its work may have happened. "
          + "-> ask", "ask#1 -> end", "completed",
      ])
    #expect(
      try await run.outcome().words
        == "completed: Step 'once' runs at most once, and its process ended during text/k/once#1. Its work may have happened."
    )
  }

  @Test func `A first step that runs at most once fails when it was interrupted`() async throws {
    let store = CrashingStore(life.store, dyingAfter: 1)
    let flow = try textFlow { append("once").atMostOnce() }
    let run = try await life.worker(flow).start(flow, "x", key: "k")
    await #expect(throws: StoreError.closed) { try await life.worker(flow, on: store).runUntilIdle() }
    try await life.advance(life.worker(flow), by: life.lease)
    #expect(
      try await run.outcome().words
        == "failed: Step 'once' runs at most once, and its process ended during text/k/once#1. Its work may have happened."
    )
  }

  @Test func `A step can take its run back, and the undo closures that steps have set are called`() async throws {
    let trace = trace
    let first = FlowStepDeclaration(Any.self, String.self, identifier: "first") { _ in
      let step = FlowStep(Any.self, String.self, identifier: "first") { step in
        let handler = FlowStepHandler(Any.self, String.self)
        handler.complete(step.context[TheText.self] == nil ? "new" : "kept")
        return handler
      }
      step.setCompletion { step, text in step.context[TheText.self] = text }
      step.setUndo { step, text in trace.note("undo \(text ?? "-"), \(step.context[TheText.self] ?? "-")") }
      return step
    }.providing(TheText.self)
    let isBack = Locked(false)
    let second = FlowStepDeclaration(String.self, String.self, identifier: "second") { _ in
      FlowStep(String.self, String.self, identifier: "second") { step in
        let handler = FlowStepHandler(String.self, String.self)
        if isBack.withLock({ $0 }) {
          handler.complete(step.content)
        } else {
          isBack.withLock { $0 = true }
          step.goBack()
          step.onCancel { withExtendedLifetime(handler) {} }
        }
        return handler
      }
    }
    let recorder = FlowRecorder()
    let flow = try DurableFlow(
      FlowChain("back") {
        first; second
      }, Any.self, keeping: TheText.self
    ) { $0[TheText.self] }
    .observed(by: recorder)
    let worker = life.worker(flow)
    let run = try await worker.start(flow)
    try await worker.runUntilIdle()
    #expect(trace.lines == ["undo new, new"])
    #expect(try await run.outcome().words == "completed: new")
    let course = try await life.course(of: run.number)
    #expect(
      course == [
        "began", "first#1 -> second", "back to first", "undone first#1", "first#2 -> second", "second#2 -> end",
        "completed",
      ])
    #expect(
      recorder.lines.filter { !$0.contains("content") && !$0.contains(" = ") } == [
        "back#1 run began", "first began", "first completed", "second began", "second cancelled", "back#1 set aside",
        "first undone",
        "back#1 run resumed", "first began", "first completed", "second began", "second completed", "rest",
        "back#1 completed",
      ])
  }

  @Test(arguments: [false, true])
  func `Going back leads to the previous stop, and not past a final step`(isFinal: Bool) async throws {
    let trace = trace
    let quote = append("b").undoing { _, visit in trace.note("undo \(visit.key)") }
    let visits = Locked(0)
    let flow = try textFlow("back") {
      append("load")
      append("a").stop()
      isFinal ? quote.final() : quote
      FlowStepDeclaration(String.self, String.self, identifier: "c") { _ in
        FlowStep(String.self, String.self, identifier: "c") { step in
          let handler = FlowStepHandler(String.self, String.self)
          let isFirst = visits.withLock { visits in
            visits += 1
            return visits == 1
          }
          if isFirst, !isFinal {
            step.goBack()
            step.onCancel { withExtendedLifetime(handler) {} }
          } else {
            if isFinal { do { try step.goBack(to: "load") } catch { trace.note("\(error)") } }
            handler.complete(step.content)
          }
          return handler
        }
      }.stop()
      FlowStepDeclaration.waiting(.seconds(1), identifier: "pause")
    }
    let worker = life.worker(flow)
    let run = try await worker.start(flow, "x", key: "k")
    try await worker.runUntilIdle()
    if isFinal {
      #expect(trace.lines == ["Run back#1 cannot go back past 'b', which is final."])
      let refused = await #expect(throws: DurableRunError.self) { try await run.goBack(to: "load") }
      #expect(refused?.description == "Run 1 cannot go back past 'b', which is final.")
    } else {
      #expect(trace.lines == ["undo back/k/b#1/undo"])
      #expect(
        try await life.course(of: run.number) == [
          "began", "load#1 -> a", "a#1 -> b", "b#1 -> c", "back to a", "undone b#1", "undone a#1", "a#2 -> b",
          "b#2 -> c",
          "c#2 -> pause", "waits at pause",
        ])
    }
  }

  @Test func `A durable run awaits the async function that a step has set for undo, and tries it again`() async throws {
    let trace = trace
    let calls = Locked(0)
    let flow = try textFlow("back", undoing: .onCancel) {
      FlowStepDeclaration(String.self, String.self, identifier: "a") { _ in
        let step = FlowStep(String.self, String.self, identifier: "a") { (text: String?) async in text }
        step.setUndo { _, result in
          let call = calls.withLock { calls in
            calls += 1
            return calls
          }
          trace.note("undo \(result ?? "nil"), call \(call)")
          if call == 1 { throw TestError() }
        }
        return step
      }
      FlowStepDeclaration.waiting(.seconds(1), identifier: "pause")
    }
    let worker = life.worker(flow)
    let run = try await worker.start(flow, "x")
    try await worker.runUntilIdle()
    try await run.cancel()
    try await worker.runUntilIdle()
    life.clock.advance(by: .seconds(3_600))
    try await worker.runUntilIdle()
    #expect(trace.lines == ["undo x, call 1", "undo x, call 2"])
    #expect(try await life.course(of: run.number).last == "cancelled")
  }

  @Test func `Going back past the first step cancels the run`() async throws {
    let flow = try DurableFlow(
      FlowChain("back") {
        FlowStepDeclaration(Any.self, String.self, identifier: "first") { _ in
          FlowStep(Any.self, String.self, identifier: "first") { step in
            let handler = FlowStepHandler(Any.self, String.self)
            step.goBack()
            step.onCancel { withExtendedLifetime(handler) {} }
            return handler
          }
        }
      }, Any.self
    ) { _ in "" }
    let worker = life.worker(flow)
    let run = try await worker.start(flow)
    try await worker.runUntilIdle()
    #expect(try await life.course(of: run.number) == ["began", "cancel", "cancelled"])
  }

  @Test func `A failure undoes the visits if the flow declares it`() async throws {
    let trace = trace
    let flow = try textFlow(undoing: .onFailure) {
      append("a").undoing { result, visit in trace.note("undo \(result ?? "-") \(visit.key)") }
      text("b") { _, _ in throw TestError("broken") }
    }
    let worker = life.worker(flow)
    let run = try await worker.start(flow, "x", key: "k")
    try await worker.runUntilIdle()
    #expect(trace.lines == ["undo xa text/k/a#1/undo"])
    #expect(
      try await life.course(of: run.number) == [
        "began", "a#1 -> b", "b#1 failed: broken -> end", "undone a#1", "failed: broken",
      ])
    #expect(try await run.outcome().words == "failed: Step 'b' failed: broken")
  }

  @Test func `A run is cancelled while its step works`() async throws {
    let (trace, began) = (trace, AsyncSignal())
    let flow = try textFlow {
      append("a").undoing { _, _ in trace.note("undo") }
      text("b") { text, _ in
        began.send()
        do { try await Task.sleep(for: .seconds(3_600)) } catch { trace.note("stopped") }
        return text
      }
    }
    let worker = life.worker(flow)
    let run = try await worker.start(flow, "x")
    let working = Task { try await worker.runUntilIdle() }
    try await began.wait(orSay: "The work did not begin")
    try await run.cancel()
    // The worker receives the command with its next heartbeat.
    life.clock.advance(by: .seconds(10))
    try await working.value(orSay: "The worker did not end")
    #expect(try await run.outcome().words == "cancelled")
    // Nothing is undone, because the flow names no occasion for it.
    #expect(trace.lines == ["stopped"])
    #expect(try await life.course(of: run.number) == ["began", "a#1 -> b", "cancel", "cancelled"])
  }

  @Test func `Messages are taken in order, each once, even if they came early`() async throws {
    let trace = trace
    func note(_ name: String) -> FlowStepDeclaration<Shipped, Void> {
      FlowStepDeclaration(Shipped.self, Void.self, identifier: name) { message, _ in
        trace.note(message?.tracking ?? "-")
      }
    }
    let flow = try textFlow {
      append("a")
      FlowStepDeclaration.awaiting(Shipped.self, identifier: "wait 1")
      note("note 1")
      FlowStepDeclaration.awaiting(Shipped.self, identifier: "wait 2")
      note("note 2")
      FlowStepDeclaration.awaiting(Shipped.self, within: .seconds(5), identifier: "wait 3")
      note("note 3")
    }
    let worker = life.worker(flow)
    let run = try await worker.start(flow, "x")
    for tracking in ["first", "second"] { try await run.send(Shipped(tracking: tracking)) }
    try await worker.runUntilIdle()
    #expect(trace.lines == ["first", "second"])
    #expect(try await run.summary().waitingMessages == 0)
    try await life.advance(worker, by: .seconds(5))
    #expect(trace.lines == ["first", "second", "-"])
    #expect(try await run.summary().state == .ended(.completed))
  }

  @Test func `A run keeps its variant`() async throws {
    let experiment = try Experiment("order", variants: [.init("ab"), .init("ba")])
    func flow(_ ab: FlowChain, _ ba: FlowChain) throws -> DurableFlow<String, String> {
      try DurableFlow(
        FlowVariants(experiment, ["ab": ab, "ba": ba]), identifier: "letters", String.self, keeping: TheText.self
      ) { context in "\(context[TheText.self] ?? "-") \(context.variant(of: "order") ?? "-")" }
    }
    let variants = try flow(
      FlowChain("ab") {
        append("a"); append("b").keeping(TheText.self)
      },
      FlowChain("ba") {
        append("b"); append("a").keeping(TheText.self)
      })
    let assignment = VariantAssignment(experiment: "order", variant: "ba", reason: .assigned)
    let store = CrashingStore(life.store, dyingAfter: 1)
    let first = life.worker(variants, on: store)
    let run = try await first.start(variants, "x", assignments: [assignment])
    await #expect(throws: StoreError.closed) { try await first.runUntilIdle() }
    let recorder = FlowRecorder()
    try await life.advance(life.worker(variants.observed(by: recorder)), by: life.lease)
    #expect(try await run.outcome().words == "completed: xba ba")
    // The first process reported the variant when the run began.
    #expect(!recorder.lines.contains { $0.contains("experiment") })
    await #expect(throws: DurableRunError.noVariant(flow: "letters", experiment: "order")) {
      try await first.start(variants, "x")
    }
  }

  @Test func `A script answers durable runs, a recorder records them, and nothing leaks`() async throws {
    let (script, recorder, leaks) = (
      FlowScript(["charge": [.result(Payment(id: "script"))]]), FlowRecorder(), LeakCheck()
    )
    let bank = Bank()
    let order = try orderFlow(bank: bank, mail: Mail()).scripted(by: script).watched(by: leaks).observed(by: recorder)
    let worker = life.worker(order)
    let run = try await worker.start(order, Order(id: "1", cents: 1))
    try await worker.runUntilIdle()
    try leaks.requireNothingAlive()
    try await run.send(Shipped(tracking: "1Z"))
    try await worker.runUntilIdle()
    try await life.advance(worker, by: days(14))
    #expect(try await run.outcome().words == "completed: script")
    #expect(bank.asked == [])
    #expect(script.startCount(of: "charge") == 1)
    try leaks.requireNothingAlive()
    #expect(
      recorder.lines.filter { !$0.contains(" = ") && !$0.contains("content") } == [
        "order#1 run began", "accept began", "accept completed", "charge began", "charge completed",
        "order#1 set aside",
        "order#1 run resumed", "shipped began", "shipped completed", "order#1 set aside",
        "order#1 run resumed", "cool off began", "cool off completed", "thank began", "thank completed", "rest",
        "order#1 completed",
      ])
  }

  @Test func `Observers are added to those before, and each receives every event`() async throws {
    let recorders = (0..<4).map { _ in FlowRecorder() }
    let flow = try textFlow { append("a").keeping(TheText.self) }
    let observed = flow.observed(by: recorders[0]).observed(by: [recorders[1], recorders[2]]).observed(by: [])
      .observed(by: recorders[3])
    let worker = life.worker(observed)
    _ = try await worker.start(observed, "x")
    try await worker.runUntilIdle()
    #expect(recorders[0].lines.last == "text#1 completed")
    #expect(Set(recorders.map(\.lines)).count == 1)
  }

  @Test func `A sealed value is sealed wherever it is stored`() async throws {
    struct Reversing: PayloadCodec {
      func seal(_ bytes: Data, at position: PayloadPosition) -> Data { Data((position.bytes + bytes).reversed()) }

      func open(_ bytes: Data, at position: PayloadPosition) throws -> Data {
        let all = Data(bytes.reversed())
        guard all.starts(with: position.bytes) else { throw TestError("It was sealed for another place.") }
        return Data(all.dropFirst(position.bytes.count))
      }
    }
    enum Password: DurableKey {
      typealias Value = String
      static let isPrivate = true
    }
    let flow = try DurableFlow(
      FlowChain("login") {
        append("ask").keeping(Password.self)
        FlowStepDeclaration.awaiting(Shipped.self, identifier: "wait")
        append("use").taking(Password.self)
      }, String.self, keeping: Password.self, sealedBy: Reversing()
    ) { $0[Password.self] }
    let worker = life.worker(flow)
    let run = try await worker.start(flow, "hunter2", key: "k")
    try await worker.runUntilIdle()
    try await run.send(Shipped(tracking: "hunter2"))
    try await life.worker(flow).runUntilIdle()
    #expect(try await run.outcome().words == "completed: hunter2ask")
    let text = try await life.records(of: run.number).map { "\($0.json)" }.joined()
    #expect(!text.contains("hunter2"))
    #expect(text.contains("sealed"))
  }
}
