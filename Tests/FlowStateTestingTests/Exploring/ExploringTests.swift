import Dispatch
import FlowChains
import FlowState
import FlowStateTesting
import TestSupport
import Testing

/// Searches through all schedules, and their reports.
struct ExploringTests {
  /// Three questions one after the other.
  private static func explorer(cancelling: Bool = true, interrupting: Bool = true) -> ScheduleExplorer {
    ScheduleExplorer(cancelling: cancelling, interrupting: interrupting) { stage in
      stage.answer("A", with: .result("a"), .failure(TestError()))
      stage.answer("B", with: .result("b"))
      stage.start(
        Flow(Any.self, String.self, identifier: "F") { _ in
          let (a, b, apology) = (RacyFlow.waiting("A"), RacyFlow.waiting("B"), RacyFlow.waiting("Apology"))
          a.nextStep = b
          a.setFailure { _ in .goTo(apology) }
          return a
        })
    }
  }

  @Test("An explorer plays all schedules of a small flow and reports that they are all")
  func all() throws {
    let plain = try Self.explorer(cancelling: false, interrupting: false).exploreAll(limit: 1_000)
    #expect(plain.description == "2 schedules, which are all.")
    let cancelled = try Self.explorer(interrupting: false).exploreAll(limit: 1_000)
    #expect(cancelled.description == "13 schedules, which are all.")
    let interrupted = try Self.explorer().exploreAll(limit: 1_000)
    #expect(interrupted.description == "39 schedules, which are all.")
  }

  @Test("The report for several queues excludes schedules in which closures of two queues overlap")
  func severalQueues() throws {
    let explorer = ScheduleExplorer(cancelling: false) { stage in
      stage.start(
        Flow(Any.self, Void.self, identifier: "Load") { _ in
          let inner = Flow(Any.self, Void.self, identifier: "In", on: DispatchQueue(label: "in")) { _ in
            FlowStep(Any.self, Void.self, identifier: "N") { _ in nil }
          }
          let other = FlowStep(Any.self, Void.self, identifier: "S") { _ in nil }
          return ConcurrentFlowStep(identifier: "Both", steps: [FlowStep(inner, identifier: "F"), other])
        })
    }
    let coverage = try explorer.exploreAll(limit: 100)
    #expect(coverage.isExhaustive)
    #expect(
      coverage.description
        == "\(coverage.scheduleCount) schedules, which are all but those in which closures of two queues overlap.")
  }

  @Test("A report says whether the search was exhaustive")
  func cutShort() throws {
    let some = try Self.explorer().exploreAll(limit: 5)
    #expect(some.scheduleCount == 5)
    #expect(!some.isExhaustive)
    #expect(some.description == "5 schedules.")
    #expect(
      try Self.explorer().explore(deviations: 0).description
        == "1 schedule, all with at most 0 deviations. Never started: Apology.")
    #expect(
      try Self.explorer().explore(deviations: 1).description.hasSuffix(" schedules, all with at most 1 deviation."))
    #expect(try Self.explorer(cancelling: false, interrupting: false).explore(deviations: 1).isExhaustive)
  }

  @Test("An explorer finds a race with one deviation")
  func race() throws {
    let failure = #expect(throws: ScheduleFailure.self) { try RacyFlow.explorer.explore(deviations: 1) }
    #expect(failure?.schedule.description == "Greeting#1")
    #expect(failure?.scheduleCount ?? 100 < 20)
    #expect(
      failure?.description.hasPrefix(
        "Schedule \(failure?.scheduleCount ?? 0) breaks an invariant: Nobody was greeted.\n") == true)
  }

  @Test("A report names the routes that no schedule takes")
  func routes() throws {
    let menu = FlowStepDeclaration(Any.self, String.self, identifier: "menu") { _ in RacyFlow.waiting("menu") }
      .branching(["edit": .next, "help": .end, "quit": .end]) { $0 ?? "quit" }
    let edit = FlowStepDeclaration(Any.self, String.self, identifier: "edit") { _ in RacyFlow.waiting("edit") }
    let flow = try Flow(FlowChain(identifier: "F", [menu.step, edit.step]), Any.self, String.self) { _ in nil }
    let quitting = ScheduleExplorer(cancelling: false, interrupting: false) { stage in
      stage.answer("menu", with: .result("quit"))
      stage.start(flow)
    }
    #expect(
      try quitting.exploreAll(limit: 10).description
        == "1 schedule, which are all. Never started: edit. Never taken: menu –edit→, menu –help→.")
  }

  @Test("A report names a declared step by its declaration, and marks a failure route with a dashed arrow")
  func declaredNames() throws {
    let menu = FlowStepDeclaration(Any.self, String.self, identifier: "menu") { _ in RacyFlow.waiting("made") }
      .catching(.failure, to: .end)
    let explorer = ScheduleExplorer(cancelling: false, interrupting: false) { stage in
      stage.answer("menu", with: .noResult)
      guard let flow = try? Flow(FlowChain("F") { menu }, Any.self, String.self) else { return }
      stage.start(flow)
    }
    #expect(try explorer.exploreAll(limit: 10).description == "1 schedule, which are all. Never taken: menu –failure⇢.")
  }

  @Test("A failure names the answers that belong to no step, because they may be its cause")
  func unknownStepWithFailure() throws {
    let explorer = ScheduleExplorer(cancelling: false) { stage in
      stage.answer("Aks", with: .result("Al"))
      let flow = Flow(Any.self, Any.self, identifier: "Small") { _ in
        FlowStep(Any.self, String.self, identifier: "Ask") { _ in
          let handler = FlowStepHandler(Any.self, String.self)
          handler.onCancel { _ = handler }
          return handler
        }
      }
      stage.start(flow)
    }
    let failure = #expect(throws: ScheduleFailure.self) { try explorer.explore(deviations: 1) }
    #expect(failure?.rule == .hang)
    #expect(
      failure?.sentence == """
        The run has not ended, but nothing is left that can happen. \
        Step 'Aks' was set up with answers, but no schedule has made a step of this name; the steps are: Ask.
        """)
    let required = ScheduleExplorer { stage in
      stage.answer("Ask", with: .result("Al"))
      stage.answer("Aks", with: .result("Al"))
      stage.start(SmallFlow.flow)
      stage.require { _ in "It went wrong" }
    }
    #expect(
      #expect(throws: ScheduleFailure.self) { try required.explore(seeds: 0..<3) }?.sentence == """
        It went wrong. \
        Step 'Aks' was set up with answers, but no schedule has made a step of this name; the steps are: Ask.
        """)
  }

  @Test("An answer for a step that doesn't exist is an error")
  func unknownStep() throws {
    let explorer = ScheduleExplorer { stage in
      stage.answer("Ask", with: .result("Al"))
      stage.answer("Aks", with: .result("Al"))
      stage.start(SmallFlow.flow)
    }
    let sentence =
      "Step 'Aks' was set up with answers, but no schedule has made a step of this name; the steps are: Ask."
    let failure = #expect(throws: ScheduleFailure.self) { try explorer.explore(deviations: 1) }
    #expect(failure?.rule == .unknownStep)
    #expect(failure?.description == sentence)
    #expect(#expect(throws: ScheduleFailure.self) { try explorer.explore(seeds: 0..<3) }?.sentence == sentence)
    #expect(try explorer.replay("").outcome == "completed: Al")
  }

  /// A flow that makes step 'Support' only after the second answer of step 'Ask'.
  private static func supporting(answering steps: String...) -> ScheduleExplorer {
    ScheduleExplorer(cancelling: false, interrupting: false) { stage in
      stage.answer("Ask", with: .result("fine"), .result("bad"))
      for step in steps { stage.answer(step, with: .noResult) }
      let flow = Flow(Any.self, Any.self, identifier: "Small") { _ in
        let ask = RacyFlow.waiting("Ask")
        ask.setCompletion { [unowned ask] _, result in
          if result == "bad" { ask.nextStep = RacyFlow.waiting("Support") }
        }
        return ask
      }
      stage.start(flow)
    }
  }

  @Test("An answer for a step that only other schedules make is no error, and the report names it")
  func stepNotMade() throws {
    let explorer = Self.supporting(answering: "Support")
    let plain = try explorer.explore(deviations: 0)
    #expect(plain.description == "1 schedule, all with at most 0 deviations. Never made: Support.")
    #expect(plain.stepsNotMade == ["Support"])
    #expect(try explorer.exploreAll(limit: 100).description == "2 schedules, which are all.")
    let all = Self.supporting(answering: "Support", "Delivery")
    let failure = #expect(throws: ScheduleFailure.self) { try all.exploreAll(limit: 100) }
    #expect(failure?.rule == .unknownStep)
  }

  @Test("A name that differs from another one in its number isn't taken for a misspelt one")
  func numberedStep() throws {
    #expect(try Self.supporting(answering: "Ask2").explore(deviations: 0).stepsNotMade == ["Ask2"])
  }

  @Test("Priorities find a failure that needs an event to come after 18 others", .usesOneThread)
  func depth() async {
    // Interrupts are off, because picks during starts are uniform.
    let explorer = ScheduleExplorer(cancelling: false, interrupting: false) { stage in
      let log = LockedList<String>()
      stage.addEvent("Late") { log.append("Late") }
      let flow = Flow(Any.self, String.self, identifier: "F") { _ in
        let steps = (1...18).map { number in
          let step = RacyFlow.waiting("S\(number)")
          step.setCompletion { _, _ in log.append("S") }
          return step
        }
        for (step, next) in zip(steps, steps.dropFirst()) { step.nextStep = next }
        return steps[0]
      }
      for number in 1...18 { stage.answer("S\(number)", with: .noResult) }
      stage.start(flow)
      stage.require { _ in log.all.last == "Late" ? "It came last." : nil }
    }
    let seeds: UInt64 = trials(2_000, few: 500)
    let found = await onThread {
      (0..<seeds).count { seed in
        do {
          try explorer.replay(explorer.schedule(seed: seed))
          return false
        } catch { return true }
      }
    }
    #expect(found >= seeds / 100 * 3)
  }
}
