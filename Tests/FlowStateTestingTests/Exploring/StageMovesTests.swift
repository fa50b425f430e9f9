import FlowState
import FlowStateTesting
import TestSupport
import Testing

/// Everything that an explorer can let happen, each of it seen.
struct StageMovesTests {
  /// Explores with a number of deviations, and returns the distinct texts that a closure makes of the reports.
  private func seen(
    deviations: Int, cancelling: Bool = false, _ text: @escaping @Sendable (ScheduleReport) -> String,
    _ setUp: @escaping @Sendable (ScheduleStage) -> Void
  ) throws -> Set<String> {
    let texts = Locked<Set<String>>([])
    let explorer = ScheduleExplorer(cancelling: cancelling) { stage in
      setUp(stage)
      stage.require { report in
        let text = text(report)
        texts.withLock { _ = $0.insert(text) }
        return nil
      }
    }
    try explorer.explore(deviations: deviations)
    return texts.withLock { $0 }
  }

  private static func notes(_ report: ScheduleReport) -> String {
    report.lines.filter { $0.hasPrefix("note ") }.map { $0.dropFirst(5) }.joined(separator: " ")
  }

  /// A flow whose only step completes by a reply of the stage.
  private static func reply(_ stage: ScheduleStage, _ name: String = "F") -> Flow<Any, String> {
    Flow(Any.self, String.self, identifier: name) { scope in
      let step = FlowStep(Any.self, String.self, identifier: "Ask") { _ in
        let handler = FlowStepHandler(Any.self, String.self)
        stage.addEvent("Reply") { handler.complete("Al") }
        return handler
      }
      step.setCompletion { _, result in scope.result = result }
      return step
    }
  }

  @Test("Timers of one time are called in any order, and before later timers")
  func timers() throws {
    let seen = try seen(deviations: 2, Self.notes) { stage in
      for (name, seconds) in [("a", 1), ("b", 1), ("c", 2)] {
        stage.clock.schedule(after: .seconds(seconds)) {
          stage.note("note \(name)@\(stage.clock.now.components.seconds)")
        }
      }
      stage.start(SmallFlow.flow)
    }
    #expect(seen == ["a@1 b@1 c@2", "b@1 a@1 c@2"])
  }

  @Test("A time limit can pass before an answer, even with a heartbeat timer in the program")
  func timeLimit() throws {
    let seen = try seen(deviations: 1, { $0.outcome }) { stage in
      stage.answer("Ask", with: .result("Al"))
      stage.start(
        Flow(Any.self, String.self, identifier: "F") { scope in
          let ask = RacyFlow.waiting("Ask").timeout(.seconds(30))
          ask.setCompletion { _, result in scope.result = result }
          return ask
        })
      // A heartbeat of the program doesn't hide the time limit, and doesn't keep the schedule from ending.
      Heartbeat.beat(stage)
    }
    #expect(seen == ["completed: Al", "failed: Ask: timedOut(after: 30.0 seconds)"])
  }

  private enum Heartbeat {
    static func beat(_ stage: ScheduleStage) {
      stage.clock.schedule(after: .seconds(1)) { [unowned stage] in beat(stage) }
    }
  }

  @Test("Time can pass although no timer waits")
  func time() throws {
    let seen = try seen(deviations: 2, Self.notes) { stage in
      stage.letTimePass(.seconds(60), .milliseconds(1_500))
      stage.addEvent("Look") { stage.note("note \(stage.clock.now.formatted)") }
      stage.start(SmallFlow.flow)
    }
    #expect(seen == ["0.0 seconds", "60.0 seconds", "1.5 seconds"])
    let report = try ScheduleExplorer { stage in
      stage.letTimePass(.seconds(60), .milliseconds(1_500))
      stage.start(SmallFlow.flow)
    }
    .replay("time#1: 1.5s")
    #expect(report.schedule.description == "time#1: 1.5s, deliver")
  }

  @Test("A step can complete inside its intent")
  func insideIntent() throws {
    let explorer = SmallFlow.explorer
    let report = try explorer.replay("Ask#1: result at Ask#1")
    #expect(
      report.text == """
        > deliver
        Small#1 run began
        Ask began
        > Ask#1: result at Ask#1
        Ask completed
        rest
        Small#1 completed
        """)
    #expect(report.schedule.description == "deliver, Ask#1: result at Ask#1")
    #expect(try explorer.replay(report.schedule).text == report.text)
  }

  @Test("A cancellation can come between synchronous steps")
  func betweenSteps() throws {
    let seen = try seen(
      deviations: 1, cancelling: true, { $0.lines.filter { $0.hasSuffix("began") }.joined(separator: " ") }
    ) { stage in
      stage.start(
        Flow(Any.self, String.self, identifier: "F") { _ in
          let steps = ["a", "b", "c"].map { FlowStep(Any.self, String.self, identifier: $0) { _ in nil } }
          for (step, next) in zip(steps, steps.dropFirst()) { step.nextStep = next }
          return steps[0]
        })
    }
    #expect(
      seen == [
        "", "F#1 run began a began", "F#1 run began a began b began", "F#1 run began a began b began c began",
      ])
  }

  @Test("An answer to a sibling can come between two steps that don't wait, as two deviations")
  func betweenSiblings() throws {
    let explorer = ScheduleExplorer(cancelling: false) { stage in
      stage.answer("Ask", with: .noResult)
      stage.start(
        Flow(Any.self, String.self, identifier: "F") { _ in
          let ask = RacyFlow.waiting("Ask")
          ask.setCompletion { _, _ in stage.note("note answer") }
          let (first, second) = (RacyFlow.noting("First", on: stage), RacyFlow.noting("Second", on: stage))
          first.nextStep = second
          return ConcurrentFlowStep(identifier: "Both", steps: [ask, first])
        })
      stage.require { report in
        Self.notes(report) == "First answer Second" ? "It came between." : nil
      }
    }
    let failure = #expect(throws: ScheduleFailure.self) { try explorer.exploreAll(limit: 1_000) }
    #expect(failure?.sentence == "It came between.")
    #expect(failure?.schedule.description == "Ask#1 at First#1")
    let found = #expect(throws: ScheduleFailure.self) { try explorer.explore(deviations: 2) }
    #expect(found?.sentence == "It came between.")
    #expect(found?.schedule.description == "Ask#1 at First#1")
    #expect(try explorer.explore(deviations: 1).isExhaustive == false)
  }

  @Test("An event can complete a step inside the work that registered it, before a sibling's step begins")
  func insideItsWork() throws {
    let seen = try seen(
      deviations: 2, { $0.lines.filter { $0.contains("Ask") || $0.contains("Next") }.joined(separator: ", ") }
    ) {
      stage in
      stage.start(
        Flow(Any.self, String.self, identifier: "F") { _ in
          let ask = FlowStep(Any.self, String.self, identifier: "Ask") { _ in
            let handler = FlowStepHandler(Any.self, String.self)
            stage.addEvent("Reply") { handler.complete("Al") }
            return handler
          }
          return ConcurrentFlowStep(identifier: "Both", steps: [ask, RacyFlow.noting("Next", on: stage)])
        })
    }
    #expect(
      seen == [
        "lane 1: Ask began, lane 2: Next began, note Next, lane 2: Next completed, lane 1: Ask completed",
        "lane 1: Ask began, lane 1: Ask completed, lane 2: Next began, note Next, lane 2: Next completed",
      ])
  }

  @Test("An event that only a completion closure registers can come before the next step")
  func registeredByClosure() throws {
    let seen = try seen(deviations: 2, Self.notes) { stage in
      stage.start(
        Flow(Any.self, String.self, identifier: "F") { _ in
          let first = RacyFlow.noting("First", on: stage)
          first.setCompletion { _, _ in stage.addEvent("Sent") { stage.note("note sent") } }
          first.nextStep = RacyFlow.noting("Second", on: stage)
          return first
        })
    }
    #expect(seen == ["First Second sent", "First sent Second"])
    let report = try ScheduleExplorer { stage in
      stage.start(
        Flow(Any.self, String.self, identifier: "F") { _ in
          let first = RacyFlow.noting("First", on: stage)
          first.setCompletion { _, _ in stage.addEvent("Sent") { stage.note("note sent") } }
          first.nextStep = RacyFlow.noting("Second", on: stage)
          return first
        })
    }
    .replay("Sent#1 at the end of First#1")
    #expect(report.schedule.description == "deliver, Sent#1 at the end of First#1")
  }

  @Test("A late report during the work of another step is an extra completion")
  func lateReportElsewhere() throws {
    let explorer = ScheduleExplorer(cancelling: false) { stage in
      stage.answer("Ask", with: .twice(.noResult))
      stage.start(
        Flow(Any.self, String.self, identifier: "F") { _ in
          let (ask, next) = (RacyFlow.waiting("Ask"), RacyFlow.noting("Next", on: stage))
          ask.nextStep = next
          next.nextStep = RacyFlow.noting("Last", on: stage)
          return ask
        })
    }
    let report = try explorer.replay("Ask#1, deliver, Ask.again#1 at Next#1")
    #expect(
      report.lines.drop { $0 != "Next began" } == [
        "Next began", "> Ask.again#1 at Next#1", "note Next", "Next completed", "> deliver", "Ask extra", "Last began",
        "note Last", "Last completed", "rest", "F#1 completed",
      ])
    #expect(report.choicesNotTaken.isEmpty)
  }

  @Test("A run on another queue can execute while a step of the first run works")
  func otherRun() throws {
    let explorer = ScheduleExplorer(cancelling: false) { stage in
      for name in ["a", "b"] {
        stage.start(Flow(Any.self, String.self, identifier: name) { _ in RacyFlow.noting(name, on: stage) })
      }
    }
    let report = try explorer.replay("deliver 2 at a#1")
    #expect(Self.notes(report) == "b a")
    #expect(report.schedule.description == "deliver, deliver 2 at a#1")
  }

  @Test("Two runs of one flow can end in either order, and one of them can be cancelled")
  func twoRuns() throws {
    let order: @Sendable (ScheduleReport) -> String = { report in
      report.lines.filter { $0.hasSuffix("Ask completed") }.map { $0.hasPrefix("F#2") ? "2" : "1" }.joined() + " "
        + report.outcomes.joined(separator: ", ")
    }
    let seen = try seen(deviations: 1, order) { stage in
      let flow = Self.reply(stage)
      stage.start(flow)
      stage.start(flow)
    }
    #expect(seen == ["12 completed: Al, completed: Al", "21 completed: Al, completed: Al"])
    let explorer = ScheduleExplorer { stage in
      let flow = Self.reply(stage)
      stage.start(flow)
      stage.start(flow)
    }
    let report = try explorer.replay("deliver 2, cancel 2, deliver, deliver 2, Reply#2")
    #expect(report.outcomes == ["completed: Al", "cancelled"])
    #expect(
      report.schedule.description == "deliver 2, cancel 2, deliver, deliver 2, Reply#2, deliver, Reply#1, deliver 2")
  }

  @Test("An optional event can happen before the end, after it, or never")
  func optional() throws {
    let seen = try seen(deviations: 1, Self.notes) { stage in
      stage.addEvent("Tap", isOptional: true) { stage.note("note tap") }
      stage.start(Self.reply(stage)) { _ in stage.note("note end") }
    }
    #expect(seen == ["end", "tap end", "end tap"])
  }
}

extension Duration {
  fileprivate var formatted: String { "\(self)" }
}
