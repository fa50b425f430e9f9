import FlowState
import FlowStateTesting
import TestSupport
import Testing

/// Every operator with every ending of its step.
struct OperatorEndingTests {
  typealias Ending = OperatorEndingTable.Ending

  let harness = FlowHarness(keepsEarlierStarts: true)

  @Test(
    "Every operator reports exactly the expected events for every ending, and leaves nothing alive",
    arguments: OperatorUnderTest.allCases, Ending.allCases)
  func table(operation: OperatorUnderTest, ending: Ending) throws {
    let expected = try #require(OperatorEndingTable.events(of: operation, when: ending))
    let lines = play(operation, ending)
    let name = "\(ending == .timedOut ? "a.timeout" : "a") (\(operation.suffix))"
    #expect(lines.compactMap { Self.event(in: $0, operatorStep: name) } == expected)
    #expect(harness.objects.living == 0)
    let failures = lines.filter { $0.contains(" failed: ") && !$0.hasPrefix("= ") }
    #expect(failures.allSatisfy { line in ending.failure.map { line.contains(" failed: \($0)") } ?? false })
    if let outcome = harness.ending, outcome.hasPrefix("= Step") {
      let text = try #require(expected.first { $0.hasPrefix("= ") })
      let place = try #require(text.wholeMatch(of: /= visit (\d+) lane (\d+)/))
      #expect(outcome == "= Step 'a' \(ending.words(at: "visit \(place.1) of run F#1, lane \(place.2)"))")
    }
  }

  /// The event in a line of the trace, as the table writes it; nil for those of every run.
  private static func event(in line: String, operatorStep: String) -> String? {
    if line == "F#1 run began" || line == "rest" { return nil }
    if line.hasPrefix("= Step"), let place = line.firstMatch(of: /\(visit (\d+) of run F#1, lane (\d+)\)/) {
      return "= visit \(place.1) lane \(place.2)"
    }
    if line.hasPrefix("= ") { return line }
    guard let parts = line.firstMatch(of: /^(\S+(?: \(\w+\))?)([^:]*)/) else { return line }
    let (subject, event) = (String(parts.1), parts.2)
    return ([operatorStep: "op", "F#1": "run"][subject] ?? subject) + (event == " waits 1.0 seconds" ? " waits" : event)
  }

  /// Plays a run to its end and makes late completions. Returns the lines of the trace.
  private func play(_ operation: OperatorUnderTest, _ ending: Ending) -> [String] {
    let (harness, runs) = (harness, LockedList<FlowRun>())
    let run = harness.startFlow(isPlayed: false) { scope in
      let a = Self.step(for: ending, harness, runs)
      let limited = a.timeout(.seconds(9))
      limited.identifier = "a.timeout"
      let step = operation.apply(to: ending == .timedOut ? limited : a, objects: harness.objects)
      let alive = harness.objects.makeObject()
      step.setCompletion { _, result in
        alive.touch()
        scope.result = result
      }
      guard ending == .superseded else { return step }
      let gate = harness.waiting("gate")
      gate.nextStep = a
      return RaceFlowStep(identifier: "race", steps: [gate, step])
    }
    runs.append(run)
    harness.queue.play()
    harness.advance(by: .seconds(1))
    for round in 1...2 where harness.ending == nil { end(ending, round, run) }
    for handler in harness.handlers { handler.complete("late") }
    harness.queue.play()
    return harness.trace.lines
  }

  private static func step(for ending: Ending, _ harness: FlowHarness, _ runs: LockedList<FlowRun>) -> FlowHarness.Step
  {
    let alive = harness.objects.makeObject()
    return switch ending {
    case .none: harness.completing()
    case .failedInside, .cancelledInside:
      FlowHarness.Step(identifier: "a") { _ in
        alive.touch()
        let handler = FlowHarness.Handler()
        harness.keep(handler, of: "a")
        if ending == .failedInside { handler.fail(TestError()) } else { runs.all.first?.cancel() }
        return handler
      }
    case .value, .failedLater, .abandoned, .timedOut, .cancelled, .superseded: harness.waiting()
    }
  }

  /// Ends the step that waits. A retry brings a second round, and so does a step that has been superseded.
  private func end(_ ending: Ending, _ round: Int, _ run: FlowRun) {
    switch ending {
    case .value: harness.handlers.last?.complete("A")
    case .failedLater: harness.handlers.last?.fail(TestError())
    case .abandoned: harness.letGo()
    case .timedOut: harness.clock.advance(by: .seconds(9))
    case .cancelled: run.cancel()
    case .superseded: harness.handlers[round == 1 ? 0 : 2].complete("A")
    case .none, .failedInside, .cancelledInside: break
    }
    harness.queue.play()
  }
}

extension OperatorEndingTable.Ending {
  /// The reason in the event of each step that fails.
  fileprivate var failure: String? {
    switch self {
    case .failedInside, .failedLater: "mishap"
    case .abandoned: "abandoned"
    case .timedOut: "timedOut(after"
    case .superseded: "superseded"
    case .value, .none, .cancelled, .cancelledInside: nil
    }
  }

  /// The description of the error, after the name of the step.
  func words(at place: String) -> String {
    switch self {
    case .abandoned:
      "was abandoned (\(place)): the last owner of its handler released it without completing it."
    case .timedOut: "timed out (\(place)): it had not ended after 9.0 seconds."
    default: "failed (\(place)): mishap"
    }
  }
}
