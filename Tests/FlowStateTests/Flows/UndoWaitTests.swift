import FlowState
import FlowStateTesting
import TestSupport
import Testing

/// Law 12: undo can wait, and is never swallowed.
struct UndoWaitTests {
  let trace = Trace()
  let clock = ManualClock()

  /// Notes how runs end, go back, and undo.
  private struct Observer: FlowObserver {
    let trace: Trace

    func receive(_ event: FlowEvent) {
      switch event.kind {
      case .stepUndone, .undoFailed, .wentBack, .runEnded: trace.receive(event)
      default: break
      }
    }
  }

  /// A step that completes at once, and whose undo function waits for a signal, if there is one.
  private func step(
    _ identifier: String, undoneAfter gate: AsyncSignal? = nil, failing failures: Int = 0, attempts: Int = 3,
    backoff: Backoff = .none
  ) -> FlowStep<String, String> {
    let step = FlowStep(String.self, String.self, identifier: identifier) { _ in
      let handler = FlowStepHandler(String.self, String.self)
      handler.complete("\(identifier)'s")
      return handler
    }
    let calls = LockedList<Int>()
    step.setUndo(attempts: attempts, backoff: backoff) { [trace] content, result in
      trace.note("undo \(identifier)(\(content ?? "nil")) = \(result ?? "nil")")
      try await gate?.wait(orSay: "The test did not let the undo end")
      calls.append(1)
      if calls.count <= failures { throw TestError() }
    }
    return step
  }

  /// A step that waits for the test.
  private func page(_ identifier: String, _ shown: AsyncSignal) -> FlowStep<String, String> {
    FlowStep(String.self, String.self, identifier: identifier) { _ in
      let handler = FlowStepHandler(String.self, String.self)
      pages.append(handler)
      shown.send()
      return handler
    }
  }

  private let pages = LockedList<FlowStepHandler<String, String>>()

  private func observed(_ flow: Flow<Any, String>) -> Flow<Any, String> {
    flow.observed(by: Observer(trace: trace)).timed(by: clock)
  }

  private func linked(_ steps: [FlowStep<String, String>]) -> FlowStep<String, String> {
    for (step, next) in zip(steps, steps.dropFirst()) { step.nextStep = next }
    return steps[0]
  }

  @Test("The step that a run goes back to starts when the undo functions have returned, latest first")
  func back() async throws {
    let (shown, gate) = (AsyncSignal(), AsyncSignal())
    let run = observed(
      Flow(Any.self, String.self, identifier: "F") { [self] _ in
        let reserve = step("reserve", undoneAfter: gate)
        reserve.content = "room"
        return linked([page("first", shown), reserve, step("note"), page("second", shown)])
      }
    ).reversible().start()
    try await shown.wait(orSay: "The first page was not shown")
    pages[0].complete("x")
    try await shown.wait(orSay: "The second page was not shown")
    async let arrived: Void = run.goBack(to: "first")
    try await patiently("The undo did not begin") { trace.lines.count == 3 }
    #expect(pages.count == 2)
    gate.send()
    try await arrived
    try await shown.wait(orSay: "The first page was not shown again")
    #expect(
      trace.take() == [
        "undo note(nil) = note's", "note undone", "undo reserve(room) = reserve's", "reserve undone", "back to first",
      ])
    run.cancel()
  }

  @Test("The outcome of a run that is cancelled or fails comes after the undo functions", arguments: [true, false])
  func ending(isFailure: Bool) async throws {
    let (shown, gate, ended) = (AsyncSignal(), AsyncSignal(), AsyncSignal())
    let run = observed(
      Flow(Any.self, String.self, identifier: "F") { [self] _ in
        linked([step("reserve", undoneAfter: gate), page("pay", shown)])
      }
    ).undoing(.all).start { [trace] outcome in
      trace.note("told")
      ended.send()
    }
    try await shown.wait(orSay: "The page was not shown")
    if isFailure { pages[0].fail(TestError()) } else { run.cancel() }
    try await patiently("The undo did not begin") { !trace.lines.isEmpty }
    // A further cancellation changes nothing.
    run.cancel()
    gate.send()
    try await ended.wait(orSay: "The run did not end")
    #expect(
      trace.take() == [
        "undo reserve(nil) = reserve's", "reserve undone", isFailure ? "F#1 failed" : "F#1 cancelled", "told",
      ])
  }

  @Test(
    "A run undoes its visits only on the occasions that its flow says",
    arguments: [UndoOccasions.onCancel, .onFailure, .onBack], [true, false])
  func occasions(occasions: UndoOccasions, isFailure: Bool) async throws {
    let (shown, ended) = (AsyncSignal(), AsyncSignal())
    let run = observed(
      Flow(Any.self, String.self, identifier: "F") { [self] _ in linked([step("reserve"), page("pay", shown)]) }
    ).undoing(occasions).start { _ in ended.send() }
    try await shown.wait(orSay: "The page was not shown")
    if isFailure { pages[0].fail(TestError()) } else { run.cancel() }
    try await ended.wait(orSay: "The run did not end")
    let isUndone = occasions == (isFailure ? .onFailure : .onCancel)
    #expect(trace.take().contains("reserve undone") == isUndone)
  }

  @Test("A run that completes, and one whose flow undoes nothing, call no undo function")
  func none() async throws {
    let flow = Flow(Any.self, String.self, identifier: "F") { [self] _ in step("reserve") }
    _ = try await observed(flow).reversible().run()
    let failing = Flow(Any.self, String.self, identifier: "G") { [self] _ in
      linked([
        step("reserve"),
        FlowStep(String.self, String.self, identifier: "pay") { (_: String?) async throws -> String? in
          throw TestError()
        },
      ])
    }
    await #expect(throws: FlowError.self) { try await observed(failing).run() }
    #expect(trace.take() == ["F#1 completed", "G#1 failed"])
  }

  @Test("An undo that fails is tried again as declared, on the clock of the run")
  func triedAgain() async throws {
    let (shown, ended) = (AsyncSignal(), AsyncSignal())
    let run = observed(
      Flow(Any.self, String.self, identifier: "F") { [self] _ in
        linked([
          step("reserve", failing: 2, attempts: 3, backoff: .exponential(from: .seconds(1))),
          page("pay", shown),
        ])
      }
    ).undoing(.all).start { _ in ended.send() }
    try await shown.wait(orSay: "The page was not shown")
    run.cancel()
    for calls in 1...2 {
      try await patiently("The undo did not wait for its next attempt") {
        trace.lines.count == calls && clock.timerCount > 0
      }
      clock.advance(by: .seconds(calls))
    }
    try await ended.wait(orSay: "The run did not end")
    #expect(
      trace.take() == Array(repeating: "undo reserve(nil) = reserve's", count: 3) + ["reserve undone", "F#1 cancelled"])
  }

  @Test("If a visit can't be undone, the run undoes the others, and its error says which are undone and which not")
  func failed() async throws {
    let shown = AsyncSignal()
    let flow = observed(
      Flow(Any.self, String.self, identifier: "F") { [self] _ in
        linked([step("a"), step("b", failing: 9, attempts: 2), step("c"), page("pay", shown)])
      }
    ).undoing(.all)
    let task = Task { try await flow.run() }
    try await shown.wait(orSay: "The page was not shown")
    task.cancel()
    let error = await #expect(throws: FlowError.self) { _ = try await task.value }
    let undo = try #require(error?.cause as? FlowUndoError)
    #expect(undo.undone == ["c", "a"])
    #expect(undo.failures.map(\.step) == ["b"])
    #expect(
      undo.description
        == "Step 'b' is not undone: \(TestError()). Undone: c, a. The run was cancelled.")
    #expect(error?.description == "Run F#1 could not undo everything. \(undo.description)")
    #expect(trace.take().last == "F#1 failed")
  }

  @Test("A run that can't undo a visit that it goes back past fails, undoes the rest, and says so")
  func failedBack() async throws {
    let (shown, ended) = (AsyncSignal(), AsyncSignal())
    let outcomes = LockedList<String>()
    let run = observed(
      Flow(Any.self, String.self, identifier: "F") { [self] _ in
        linked([step("a"), page("first", shown), step("b", failing: 9, attempts: 1), page("second", shown)])
      }
    ).reversible().start { outcome in
      if case .failed(let error) = outcome { outcomes.append("\(error)") }
      ended.send()
    }
    try await shown.wait(orSay: "The first page was not shown")
    pages[0].complete("x")
    try await shown.wait(orSay: "The second page was not shown")
    run.goBack()
    try await ended.wait(orSay: "The run did not end")
    #expect(pages.count == 2)
    #expect(outcomes.all.count == 1)
    #expect(outcomes[0].contains("Step 'b' is not undone: \(TestError())."))
    #expect(outcomes[0].contains("Undone: a."))
    #expect(
      trace.take().filter { !$0.hasPrefix("undo ") } == ["b not undone: \(TestError())", "a undone", "F#1 failed"])
  }

  @Test("Going back further, or cancelling, while an undo is under way waits for it", arguments: [true, false])
  func twice(isCancelled: Bool) async throws {
    let (shown, gate, ended) = (AsyncSignal(), AsyncSignal(), AsyncSignal())
    let run = observed(
      Flow(Any.self, String.self, identifier: "F") { [self] _ in
        linked([page("1", shown), step("a"), page("2", shown), step("b", undoneAfter: gate), page("3", shown)])
      }
    ).reversible().start { _ in ended.send() }
    for page in 0...2 {
      try await shown.wait(orSay: "Page \(page) was not shown")
      if page < 2 { pages[page].complete("x") }
    }
    run.goBack()
    run.goBack()
    try await patiently("The undo did not begin") { !trace.lines.isEmpty }
    if isCancelled {
      run.cancel()
      gate.send()
      try await ended.wait(orSay: "The run did not end")
      #expect(
        trace.take().filter { !$0.hasPrefix("undo ") } == ["b undone", "a undone", "F#1 cancelled"])
    } else {
      run.goBack()
      gate.send()
      try await shown.wait(orSay: "The second page was not shown again")
      #expect(trace.take().filter { !$0.hasPrefix("undo ") } == ["b undone", "a undone", "back to a"])
      #expect(pages.count == 4)
      run.cancel()
    }
  }

  @Test("A request to go back returns when the run has gone back, also if a later one has replaced it")
  func replaced() async throws {
    let (shown, gate) = (AsyncSignal(), AsyncSignal())
    let run = observed(
      Flow(Any.self, String.self, identifier: "F") { [self] _ in
        linked([page("1", shown), step("a", undoneAfter: gate), page("2", shown)])
      }
    ).reversible().start()
    try await shown.wait(orSay: "The first page was not shown")
    pages[0].complete("x")
    try await shown.wait(orSay: "The second page was not shown")
    let first = Task { try await run.goBack(to: "a") }
    try await patiently("The undo did not begin") { !trace.lines.isEmpty }
    run.goBack()
    gate.send()
    try await first.value(orSay: "The request did not return")
    try await shown.wait(orSay: "The first page was not shown again")
    #expect(trace.take().filter { !$0.hasPrefix("undo ") } == ["a undone", "back to 1"])
    run.cancel()
  }

  @Test("Work that was under way is undone after it has ended, with its content")
  func interrupted() async throws {
    let (begun, release, ended) = (AsyncSignal(), AsyncSignal(), AsyncSignal())
    let cancelled = AsyncSignal()
    let run = observed(
      Flow(Any.self, String.self, identifier: "F") { [trace] _ in
        let pay = FlowStep(String.self, String.self, identifier: "pay") { (key: String?) async throws -> String? in
          begun.send()
          // A request that can't be called back.
          let request = Task { try await release.wait(orSay: "The test did not let the work end") }
          try await withTaskCancellationHandler {
            try await request.value
          } onCancel: {
            cancelled.send()
          }
          trace.note("request \(key ?? "") ended")
          return "paid"
        }
        pay.setUndo(interrupted: { key in trace.note("ask for \(key ?? "nil")") })
        pay.content = "key"
        return pay
      }
    ).undoing(.all).start { _ in ended.send() }
    try await begun.wait(orSay: "The work did not begin")
    run.cancel()
    // A result that comes before the cancellation would complete the run.
    try await cancelled.wait(orSay: "The work was not cancelled")
    release.send()
    try await ended.wait(orSay: "The run did not end")
    #expect(trace.take() == ["request key ended", "ask for key", "pay undone", "F#1 cancelled"])
  }

  @Test("Work and undo functions of a run can await its going back")
  func insideOut() async throws {
    let (shown, ended) = (AsyncSignal(), AsyncSignal())
    let runs = LockedList<FlowRun>()
    let backs = LockedList<String>()
    let run = observed(
      Flow(Any.self, String.self, identifier: "F") { [self] _ in
        let work = FlowStep(String.self, String.self, identifier: "work") { (_: String?) async throws -> String? in
          try await runs[0].goBack(to: "page")
          backs.append("returned")
          return nil
        }
        work.setUndo(interrupted: { _ in
          // Refused, because the run is going there.
          try? await runs[0].goBack(to: "page")
          backs.append("undone")
        })
        return linked([page("page", shown), work])
      }
    ).reversible().start { _ in ended.send() }
    runs.append(run)
    try await shown.wait(orSay: "The page was not shown")
    pages[0].complete("x")
    try await shown.wait(orSay: "The page was not shown again")
    #expect(backs.all.prefix(1) == ["returned"])
    run.cancel()
    try await ended.wait(orSay: "The run did not end")
  }

  @Test("Nothing of an undo function is alive when the outcome comes")
  func released() async throws {
    let objects = ObjectCounter()
    let ended = AsyncSignal()
    observed(
      Flow(Any.self, String.self, identifier: "F") { [self] _ in
        let alive = objects.makeObject()
        let reserve = step("reserve")
        reserve.setUndo { _, _ in alive.touch() }
        return linked([
          reserve,
          FlowStep(String.self, String.self, identifier: "pay") { (_: String?) async throws -> String? in
            throw TestError()
          },
        ])
      }
    ).undoing(.all).start { [trace] _ in
      trace.note("told, \(objects.living) alive")
      ended.send()
    }
    try await ended.wait(orSay: "The run did not end")
    #expect(trace.take() == ["reserve undone", "F#1 failed", "told, 0 alive"])
  }

  /// Starts a flow whose third step is a nested reversible flow: a step with undo, and a page.
  private func startNested(_ gate: AsyncSignal, failing: Int, shown: AsyncSignal, ended: AsyncSignal) -> FlowRun {
    observed(
      Flow(Any.self, String.self, identifier: "F") { [self] _ in
        let inner = Flow(String.self, String.self, identifier: "N") { [self] _ in
          linked([step("x", undoneAfter: gate, failing: failing, attempts: 1), page("y", shown)])
        }
        return linked([step("a"), step("b"), FlowStep(inner.reversible(), identifier: "nested")])
      }
    ).reversible().start { [trace] outcome in
      if case .failed(let error) = outcome { trace.note("\(error)") }
      ended.send()
    }
  }

  @Test("A run that goes back waits until a nested run is undone, which comes first")
  func nested() async throws {
    let (gate, shown, ended) = (AsyncSignal(), AsyncSignal(), AsyncSignal())
    let run = startNested(gate, failing: 0, shown: shown, ended: ended)
    try await shown.wait(orSay: "The page was not shown")
    let back = Task { try await run.goBack(to: "b") }
    try await patiently("The undo did not begin") { !trace.lines.isEmpty }
    #expect(trace.lines == ["undo x(nil) = x's"])
    gate.send()
    try await back.value(orSay: "The run did not go back")
    try await shown.wait(orSay: "The page was not shown again")
    #expect(
      trace.take().filter { !$0.hasPrefix("undo ") } == ["x undone", "N#1 cancelled", "b undone", "back to b"])
    run.cancel()
    gate.send()
    try await ended.wait(orSay: "The run did not end")
  }

  @Test("A run reports what a nested run that it has cancelled could not undo", arguments: [true, false])
  func nestedFails(isCancelled: Bool) async throws {
    let (gate, shown, ended) = (AsyncSignal(), AsyncSignal(), AsyncSignal())
    let run = startNested(gate, failing: 9, shown: shown, ended: ended)
    try await shown.wait(orSay: "The page was not shown")
    if isCancelled { run.cancel() } else { run.goBack() }
    gate.send()
    try await ended.wait(orSay: "The run did not end")
    #expect(trace.take().last?.contains("Step 'x' is not undone: \(TestError()).") == true)
  }

  @Test("A run that goes back past its first visit, and could not undo it, fails and says so")
  func failedPastTheFirst() async throws {
    let (begun, ended) = (AsyncSignal(), AsyncSignal())
    let run = observed(
      Flow(Any.self, String.self, identifier: "F") { [trace] _ in
        let pay = FlowStep(String.self, String.self, identifier: "pay") { (_: String?) async throws -> String? in
          begun.send()
          try await AsyncSignal().wait(orSay: "The work was not cancelled")
          trace.note("cancelled")
          return nil
        }
        pay.setUndo(attempts: 1, interrupted: { _ in throw TestError() })
        return pay
      }
    ).reversible().start { [trace] outcome in
      if case .failed(let error) = outcome { trace.note("\(error)") }
      ended.send()
    }
    try await begun.wait(orSay: "The work did not begin")
    run.goBack()
    try await ended.wait(orSay: "The run did not end")
    #expect(trace.take().last?.contains("Step 'pay' is not undone: \(TestError()).") == true)
  }

  @Test("A step keeps the attempts of both undo functions")
  func attemptsOfBoth() async throws {
    let calls = LockedList<Int>()
    let flow = Flow(Any.self, String.self, identifier: "F") { [self] _ in
      let reserve = step("reserve")
      reserve.setUndo(attempts: 5) { _, _ in
        calls.append(1)
        throw TestError()
      }
      reserve.setUndo(attempts: 2, interrupted: { _ in })
      return linked([
        reserve,
        FlowStep(String.self, String.self, identifier: "pay") { (_: String?) async throws -> String? in
          throw TestError()
        },
      ])
    }
    await #expect(throws: FlowError.self) { try await flow.undoing(.all).run() }
    #expect(calls.count == 5)
  }

  @Test("Going back several times leaves the results of all visits that were taken back")
  func resultsOfBoth() async throws {
    let (shown, gate, ended) = (AsyncSignal(), AsyncSignal(), AsyncSignal())
    let results = LockedList<String?>()
    let run = observed(
      Flow(Any.self, String.self, identifier: "F") { [self] _ in
        let b = FlowStep(String.self, String.self, identifier: "b") { step in
          results.append(step.earlierResult)
          let handler = FlowStepHandler(String.self, String.self)
          handler.complete("b's")
          return handler
        }
        b.setUndo { _, _ in try await gate.wait(orSay: "The test did not let the undo end") }
        return linked([page("s", shown), step("a"), b, page("w", shown)])
      }
    ).reversible().start { _ in ended.send() }
    try await shown.wait(orSay: "The first page was not shown")
    pages[0].complete("x")
    try await shown.wait(orSay: "The second page was not shown")
    for _ in 0..<3 { run.goBack() }
    gate.send()
    try await shown.wait(orSay: "The first page was not shown again")
    pages.all.last?.complete("x")
    try await shown.wait(orSay: "The second page was not shown again")
    #expect(results.all == [nil, "b's"])
    gate.send()
    run.cancel()
    try await ended.wait(orSay: "The run did not end")
  }

  @Test(
    "Each attempt that a failure route has started is undone, the latest first, and none twice",
    arguments: [true, false])
  func attempts(isPaid: Bool) async throws {
    let charges = Box(0)
    let failures = Box(0)
    let flow = Flow(Any.self, String.self, identifier: "F") { [self] _ in
      let pay = FlowStep(Int.self, String.self, identifier: "pay") { [charges] (key: Int?) async throws -> String? in
        charges.value += 1
        trace.note("charge \(key ?? 0)")
        if charges.value == 3, isPaid { return "paid" }
        throw TestError()
      }
      pay.content = 1
      pay.setFailure { [unowned pay] _ in
        guard let key = pay.content, key < 3 else { return .fail }
        pay.content = key + 1
        return .retry
      }
      pay.setUndo { _, _ in self.trace.note("refund") }
      pay.setUndo(interrupted: { [trace, failures] key in
        failures.value += 1
        // The second function fails once.
        if failures.value == 2 { throw TestError() }
        trace.note("ask for \(key ?? 0)")
      })
      pay.nextStep = FlowStep(String.self, String.self, identifier: "end") { (_: String?) async throws -> String? in
        throw TestError()
      }
      return pay
    }
    await #expect(throws: FlowError.self) { try await flow.undoing(.all).run() }
    #expect(
      trace.take() == ["charge 1", "charge 2", "charge 3"]
        + (isPaid ? ["refund", "ask for 2", "ask for 1"] : ["ask for 3", "ask for 2", "ask for 1"]))
  }
}
