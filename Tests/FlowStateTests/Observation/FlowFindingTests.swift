import FlowChains
import FlowState
import FlowStateTesting
import TestSupport
import Testing

/// Findings about probable mistakes in a run that came to rest.
struct FlowFindingTests {
  typealias Text = FlowStep<String, String>

  /// A step that completes at once with its name.
  static func text(_ name: String) -> Text {
    Text(identifier: name) { _ in
      let handler = FlowStepHandler<String, String>()
      handler.complete(name)
      return handler
    }
  }

  /// A step that completes at once without a result.
  static func plain(_ name: String) -> FlowStep<Any, Any> {
    FlowStep(Any.self, Any.self, identifier: name) { _ in nil }
  }

  static func findings<Result>(
    _ result: Result.Type, _ build: @escaping @Sendable (FlowScope<Any, Result>) -> any Startable
  ) -> [String] {
    let recorder = FlowRecorder()
    let queue = ManualQueue()
    Flow(Any.self, Result.self, identifier: "F", build).on(queue).observed(by: recorder).start()
    queue.play()
    return recorder.findings.map(\.description)
  }

  @Suite("A step that received content and never started")
  struct ContentTests {
    @Test("A finding names the step that received content and never started, and the step at rest")
    func forgottenNextStep() {
      let found = findings(Void.self) { _ in
        let edit = text("Edit")
        let display = text("Display")
        display.setCompletion { _, name in edit.content = name }
        return display
      }
      #expect(
        found == [
          "Step 'Edit' received content but never started: the run came to rest at step 'Display', which had no next step."
        ])
    }

    @Test("A step with content that never started is found, even if a closure made and released it")
    func madeAlongTheWay() {
      let found = findings(Void.self) { _ in
        let display = text("Display")
        display.setCompletion { _, name in text("Edit").content = name }
        return display
      }
      #expect(
        found == [
          "Step 'Edit' received content but never started: the run came to rest at step 'Display', which had no next step."
        ])
    }

    @Test("Steps with content that never started are found once each, in the order of their content")
    func several() {
      let found = findings(Void.self) { _ in
        let (a, b, c) = (text("a"), text("b"), text("c"))
        b.content = "1"
        a.setCompletion { _, name in
          c.content = name
          b.content = "2"
        }
        return a
      }
      #expect(
        found == [
          "Step 'c' received content but never started: the run came to rest at step 'a', which had no next step.",
          "Step 'b' received content but never started: the run came to rest at step 'a', which had no next step.",
        ])
    }

    @Test("A step with content is not found if it started before or afterwards, or if its content was removed")
    func started() {
      let found = findings(Void.self) { _ in
        let (a, b, c) = (text("a"), text("b"), text("c"))
        a.setCompletion { step, name in
          b.content = name
          c.content = name
          c.content = nil
          step.nextStep = b
        }
        b.setCompletion { _, name in
          a.content = name
          b.content = name
        }
        return a
      }
      #expect(found == [])
    }

    @Test("A step with content is not found if the run failed, was cancelled, or ended by a failure route")
    func otherEndings() {
      struct Mishap: Error {}
      let harness = FlowHarness()
      for ending in ["fails", "is cancelled", "is routed"] {
        let run = harness.startFlow { [harness] _ in
          let edit = text("Edit")
          edit.content = "x"
          let first = harness.waiting("first")
          if ending == "is routed" { first.setFailure { _ in .end } }
          return first
        }
        if ending == "is cancelled" { run.cancel() } else { harness.fail("first", Mishap()) }
        harness.queue.play()
      }
      #expect(harness.trace.lines.filter { $0.hasPrefix("= ") }.count == 3)
      #expect(harness.recorder.findings == [])
    }

    @Test("A step of an open run that received content and never started is found once per rest")
    @MainActor func openRun() async throws {
      let recorder = FlowRecorder()
      let edit = text("Edit")
      let handler = FlowStepHandler<Any, String>()
      let display = FlowStep(Any.self, String.self, identifier: "Display") { _ in handler }
      display.setCompletion { step, choice in
        edit.content = choice
        step.nextStep = choice == "edit" ? edit : nil
      }
      display.start(observer: recorder)
      for choice in ["look", "look", "edit"] {
        handler.complete(choice)
        try await mainQueueTurn()
        try await mainQueueTurn()
      }
      #expect(
        recorder.findings.map(\.description) == [
          "Step 'Edit' received content but never started: the run came to rest at step 'Display', which had no next step.",
          "Step 'Edit' received content but never started: the run came to rest at step 'Display', which had no next step.",
        ])
      #expect(recorder.lines.contains("Edit completed"))
    }
  }

  @Suite("A run at rest before steps that never started")
  struct NothingFollowedTests {
    @Test("Steps that never started are found if no closure received the last step's result")
    func unreceived() {
      let found = findings(Void.self) { _ in
        let (ask, greet, pay) = (text("Ask"), text("Greet"), text("Pay"))
        let menu = text("Menu")
        menu.setCompletion { step, _ in step.nextStep = ask }
        greet.nextStep = pay
        return menu
      }
      #expect(
        found == [
          "Steps 'Greet' and 'Pay' never started: the run came to rest at step 'Ask', which has no next step and no completion closure."
        ])
    }

    @Test("Steps that never started are found if no step had a choice")
    func unlinked() {
      let found = findings(Void.self) { _ in
        let (a, b, c) = (plain("a"), plain("b"), plain("c"))
        a.nextStep = b
        _ = c
        return a
      }
      #expect(
        found == [
          "Step 'c' never started: the run came to rest at step 'b', which has no next step and no completion closure."
        ])
    }

    @Test("A finding shortens a long list of steps")
    func many() {
      let found = findings(Void.self) { _ in
        let steps = (1...6).map { plain("s\($0)") }
        return steps[0]
      }
      #expect(
        found == [
          "Steps 's2', 's3', 's4' and 2 others never started: the run came to rest at step 's1', which has no next step and no completion closure."
        ])
    }

    @Test("Steps that a menu did not choose are not found, and neither are steps that have started")
    func choice() {
      let menu = findings(Void.self) { _ in
        let (menu, help, goodbye) = (text("Menu"), text("Help"), plain("Goodbye"))
        help.nextStep = menu
        menu.setCompletion { step, _ in step.nextStep = goodbye }
        return menu
      }
      let quit = findings(Void.self) { _ in
        let (menu, help) = (text("Menu"), text("Help"))
        menu.setCompletion { step, name in step.nextStep = name == "?" ? help : nil }
        return menu
      }
      let all = findings(Void.self) { _ in
        let (a, b) = (text("a"), text("b"))
        a.nextStep = b
        return a
      }
      #expect(menu + quit + all == [])
    }
  }

  @Suite("A result that was never set")
  struct ResultTests {
    @Test("A result that was never set is found by its type, with the step at rest")
    func never() {
      let found = findings([Int].self) { _ in
        let ask = text("Ask")
        ask.setCompletion { _, _ in }
        return ask
      }
      #expect(
        found == ["The result, of type Array<Int>, was never set: the run came to rest at step 'Ask' without it."])
    }

    @Test("A result of type Void or Any, or one that a closure has set, even to nil, is not found missing")
    func set() {
      let none = findings(Void.self) { _ in plain("a") } + findings(Any.self) { _ in plain("a") }
      let set = findings(Int.self) { scope in
        let a = plain("a")
        a.setCompletion { _, _ in scope.result = nil }
        return a
      }
      #expect(none + set == [])
    }

    @Test("The result of a chain's flow is not found missing, because it is made from the steps")
    func chain() throws {
      let chain = FlowChain("C") {
        FlowStepDeclaration(Any.self, Int.self, identifier: "a") { _ in FlowStep(identifier: "a") { _ in nil } }
      }
      let recorder = FlowRecorder()
      _ = try Flow(chain, Any.self, Int.self).observed(by: recorder).runAndWait()
      _ = try Flow(chain, Any.self, Int.self, result: { _ in nil }).observed(by: recorder).runAndWait()
      #expect(recorder.findings == [])
    }

    @Test("A missing result of a main-actor flow is found too")
    @MainActor func mainActor() {
      let harness = FlowHarness()
      harness.startMainActorFlow { [harness] _ in harness.instant("a") }
      harness.startMainActorFlow { [harness] scope in
        scope.result = "x"
        return harness.instant("a")
      }
      #expect(
        harness.recorder.findings.map(\.description) == [
          "The result, of type String, was never set: the run came to rest at step 'a' without it."
        ])
    }
  }

  @Test("A LineObserver writes findings as lines before the end of the run")
  func lines() {
    let lines = LockedList<String>()
    let queue = ManualQueue()
    let flow = Flow(Any.self, Int.self, identifier: "F") { _ in Self.plain("a\nb") }
    flow.on(queue).timed(by: ManualClock()).observed(by: LineObserver { lines.append($0) }).start()
    queue.play()
    #expect(
      lines.all == [
        "0.000 F#1 ▸ run began", "0.000 F#1   'a\\u{A}b' began", "0.000 F#1   'a\\u{A}b' completed",
        "0.000 F#1   at rest",
        "0.000 F#1 ? The result, of type Int, was never set: the run came to rest at step 'a\\u{A}b' without it.",
        "0.000 F#1 ◂ run completed",
      ])
  }

  @Test("Findings reach only the observers that receive them, including findings of nested runs")
  func nested() {
    struct Deaf: FlowObserver {
      let found = LockedList<FlowFinding>()
      func receive(_ event: FlowEvent) {}
      func receive(_ finding: FlowFinding) { found.append(finding) }
    }
    let (deaf, recorder, queue) = (Deaf(), FlowRecorder(), ManualQueue())
    let inner = Flow(Any.self, Int.self, identifier: "Inner") { _ in Self.plain("a") }
    let outer = Flow(Any.self, Void.self, identifier: "Outer") { _ in
      let nested = FlowStep(inner, identifier: "nested")
      nested.setCompletion { _, _ in }
      return nested
    }
    outer.on(queue).observed(by: [deaf, recorder]).start()
    queue.play()
    #expect(deaf.found.all == [])
    #expect(recorder.findings.map(\.run.description) == ["Inner#1"])
  }
}
