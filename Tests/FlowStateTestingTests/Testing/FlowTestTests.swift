import FlowChains
import FlowState
import FlowStateTesting
import TestSupport
import Testing

struct FlowTestTests {
  private static let profile = Flow(Any.self, String.self, identifier: "Profile") { scope in
    let (download, edit) = (RacyFlow.waiting("Download"), RacyFlow.waiting("Edit").timeout(.seconds(60)))
    download.setFailure { _ in .retry(after: .seconds(1)) }
    download.nextStep = edit
    edit.setCompletion { _, name in scope.result = name }
    return download
  }

  @Test("A flow test gives answers, controls time, records lines and outcomes, and checks for leftovers")
  func all() throws {
    let test = FlowTest([
      "Download": [.failure(TestError("offline")), .result("Al")], "Edit": [.after(.seconds(5), .result("Bo"))],
    ])
    test.start(Self.profile)
    #expect(
      test.take() == [
        "Profile#1 run began", "Download began", "Download failed: offline", "Download waits 1.0 seconds",
      ])
    test.advance(by: .seconds(1))
    #expect(test.take().first == "Download began")
    #expect(test.outcomes == ["none"])
    try test.run()
    #expect(test.clock.now == .seconds(6))
    #expect(test.outcomes == ["completed: Bo"])
    #expect(test.text.hasSuffix("rest\nProfile#1 completed"))
    #expect(test.script.startCount(of: "Download") == 2)
    try test.requireNothingLeft()
  }

  @Test("A flow test describes each thing that is left in a sentence")
  func left() throws {
    let test = FlowTest(["Download": [.result("Al")], "Edit": [.never], "Edti": [.never]])
    let run = test.start(Self.profile)
    let error = #expect(throws: FlowTestError.self) { try test.requireNothingLeft() }
    #expect(
      error?.problems == [
        "A run has not ended. It waits for: Edit.", "1 timer is still scheduled, at 60.0 seconds.",
        "Still alive: handler of step 'Edit', run \(run.id), step 'Download', step 'Edit', step 'Edit', "
          + "work of step 'Edit' (timeout).",
        "The script names steps that have not started: Edti. The steps that have started are: Edit, Download.",
      ])
    run.cancel()
    test.play()
    #expect(test.outcomes == ["cancelled"])
    #expect(
      #expect(throws: FlowTestError.self) { try test.requireNothingLeft() }?.description
        == "The script names steps that have not started: Edti. The steps that have started are: Edit, Download.")
  }

  @Test("The error for unknown steps in a script lists the steps that have started")
  func unknownSteps() throws {
    let test = FlowTest(["Askk": [.never], "Quit": [.never]])
    func complaint() -> String? { #expect(throws: FlowTestError.self) { try test.requireNothingLeft() }?.description }
    #expect(complaint() == "The script names steps that have not started: Askk, Quit. No step has started.")
    let steps = (["Show", "Ask"] + (1...12).map { "Step \($0)" }).map {
      FlowStepDeclaration(Any.self, Void.self, identifier: $0) { _ in }.step
    }
    test.start(try Flow(FlowChain(identifier: "Chain", steps), Any.self, Void.self) { _ in nil })
    #expect(
      complaint() == """
        The script names steps that have not started: Askk, Quit. The steps that have started are: Ask, Show, Step 1, Step 2, Step 3, \
        Step 4, Step 5, Step 6, Step 7, Step 8, Step 9, Step 10 and 2 more.
        """)
  }

  @Test("A flow test stops at the limit if a run has no end")
  func endless() {
    let test = FlowTest(["Download": [.failure(TestError("offline"))]])
    test.start(Self.profile)
    #expect(throws: ScheduledTimersError(count: 1, next: .seconds(8), limit: 7)) { try test.run(limit: 7) }
  }

  @Test("A flow test supports several runs, a flow's own script and observers, and completing handlers by hand")
  func several() throws {
    let (own, handlers) = (FlowRecorder(), LockedList<FlowStepHandler<Any, String>>())
    let inner = Flow(Any.self, String.self, identifier: "Inner") { scope in
      let ask = FlowStep(Any.self, String.self, identifier: "Ask") { _ in handlers.appendHandler() }
      ask.setCompletion { _, name in scope.result = name }
      return ask
    }
    let outer = Flow(Any.self, String.self, identifier: "Outer") { scope in
      let (load, nested) = (RacyFlow.waiting("Load"), FlowStep(inner.observed(by: own)))
      load.nextStep = nested
      nested.setCompletion { _, name in scope.result = name }
      return load
    }
    .scripted(by: ["Load": [.noResult]])
    let test = FlowTest()
    test.start(outer)
    test.start(outer)
    #expect(own.lines.count == 4)
    for handler in handlers.removeAll() { handler.complete("Al") }
    test.play()
    #expect(test.outcomes == ["completed: Al", "completed: Al"])
    #expect(test.recorder.lines.contains("Inner#2: Ask completed"))
    try test.requireNothingLeft()
  }

  @Test("A flow test runs main-actor flows that are nested in a main-actor flow and in another flow")
  @MainActor func mainActor() throws {
    let inner = Flow(
      String.self, String.self, identifier: "Inner",
      onMainActor: { scope in
        MainActor.preconditionIsolated()
        let ask = RacyFlow.waiting("Ask")
        ask.setCompletion { _, name in scope.result = name }
        return ask
      })
    let test = FlowTest(["Ask": [.after(.seconds(1), .result("Al"))]])
    test.start(
      Flow(
        Any.self, String.self, identifier: "Main",
        onMainActor: { scope in
          let step = FlowStep(inner)
          step.setCompletion { _, name in scope.result = name }
          return step
        }))
    test.start(
      Flow(Any.self, String.self, identifier: "Other") { scope in
        let step = FlowStep(inner)
        step.setCompletion { _, name in scope.result = name }
        return step
      })
    try test.run()
    #expect(test.outcomes == ["completed: Al", "completed: Al"])
    try test.requireNothingLeft()
  }

  /// Quadratic work would take minutes.
  @Test("A flow test supports many runs of one flow and of many flows of one name")
  func manyRuns() async throws {
    let (completed, expected) = try await onThread {
      Swift.Result {
        let count = trials(20_000, few: 2_000)
        let test = FlowTest(["a": [.after(.seconds(1), .noResult)]])
        let make = { @Sendable in
          Flow(Any.self, String.self, identifier: "F") { _ in
            FlowStep(Any.self, String.self, identifier: "a") { _ in nil }
          }
        }
        let flow = make()
        for _ in 0..<count { test.start(flow) }
        try test.run()
        for _ in 0..<count / 10 {
          test.start(make())
          try test.run()
        }
        try test.requireNothingLeft()
        return (test.outcomes.count { $0 == "completed" }, count + count / 10)
      }
    }.get()
    #expect(completed == expected)
  }

  @Test("The flow's own script answers the steps that the test doesn't answer")
  func ownScript() throws {
    let test = FlowTest(["Edit": [.result("Bo")]])
    test.start(Self.profile.scripted(by: ["Download": [.result("Al")], "Edit": [.never]]))
    #expect(test.outcomes == ["completed: Bo"])
    try test.requireNothingLeft()
  }
}
