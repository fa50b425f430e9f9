import FlowState
import FlowStateTesting
import TestSupport
import Testing

/// Laws that hold for every operator around a step of every other operator.
struct OperatorPairTests {
  typealias Ending = OperatorEndingTests.Ending

  static let pairs = OperatorUnderTest.allCases.flatMap { inner in OperatorUnderTest.allCases.map { [inner, $0] } }
  static let endings = Ending.allCases.filter { $0 != .superseded && $0 != .cancelledInside }

  @Test(
    "A run with any pair of operators ends once, settles every step once, and leaves nothing alive",
    arguments: pairs, endings)
  func pair(operators: [OperatorUnderTest], ending: Ending) {
    check(operators, ending)
  }

  @Test(
    "A run with all operators around one step ends once, settles every step once, and leaves nothing alive",
    arguments: 0..<40 as Range<UInt64>, endings)
  func all(seed: UInt64, ending: Ending) {
    var generator = SeededGenerator(seed: seed)
    check(OperatorUnderTest.allCases.shuffled(using: &generator), ending)
  }

  private func check(_ operators: [OperatorUnderTest], _ ending: Ending) {
    let harness = FlowHarness(keepsEarlierStarts: true)
    let (errors, endings) = (LockedList<FlowError>(), LockedList<String>())
    let flow = Flow(Any.self, String.self, identifier: "F") { scope in
      let a = Self.step(for: ending, harness)
      let inner = ending == .timedOut ? a.timeout(.seconds(9)) : a
      let step = operators.reduce(inner) { $1.apply(to: $0, objects: harness.objects) }
      let alive = harness.objects.makeObject()
      step.setCompletion { _, result in
        alive.touch()
        scope.result = result
      }
      return step
    }
    let run = flow.on(harness.queue).timed(by: harness.clock).observed(by: harness.trace).start { outcome in
      switch outcome {
      case .completed(let result): endings.append(result ?? "nil")
      case .failed(let error):
        endings.append("failed")
        if let error = error as? FlowError { errors.append(error) }
      case .cancelled: endings.append("cancelled")
      }
    }
    harness.queue.play()
    var late: [FlowHarness.Handler] = []
    for _ in 0..<40 where endings.count == 0 {
      if harness.handlers.count > 0 {
        let handlers = harness.takeHandlers()
        if ending != .abandoned { late += handlers }
        end(handlers, ending, run, harness)
      } else {
        harness.clock.advance(by: .seconds(1))
      }
      harness.queue.play()
    }
    for handler in late { handler.complete("late") }
    harness.queue.play()

    expectSettled(harness.trace.lines)
    #expect(harness.objects.living == 0)
    #expect(harness.clock.timerCount == 0, "an alarm was left")
    #expect(harness.lines(of: "a").filter { $0 == "a extra" }.count == late.count, "\(harness.trace.lines)")
    #expect(endings.all == [told(operators, ending)])
    for error in errors.all {
      #expect(error.step == "a")
      #expect("\(error)".contains(ending.words(at: "\(error.place)")), "\(error)")
    }
  }

  private func told(_ operators: [OperatorUnderTest], _ ending: Ending) -> String {
    switch ending {
    case .value: "A"
    case .none: "nil"
    case .cancelled, .cancelledInside: "cancelled"
    default: operators.contains(.recoverWith) ? "spare" : "failed"
    }
  }

  private static func step(for ending: Ending, _ harness: FlowHarness) -> FlowHarness.Step {
    guard ending == .none || ending == .failedInside else { return harness.waiting() }
    let alive = harness.objects.makeObject()
    return FlowHarness.Step(identifier: "a") { _ in
      alive.touch()
      guard ending == .failedInside else { return nil }
      let handler = FlowHarness.Handler()
      handler.fail(TestError())
      return handler
    }
  }

  private func end(_ handlers: [FlowHarness.Handler], _ ending: Ending, _ run: FlowRun, _ harness: FlowHarness) {
    switch ending {
    case .value: handlers.last?.complete("A")
    case .failedLater: handlers.last?.fail(TestError())
    case .timedOut: harness.clock.advance(by: .seconds(9))
    case .cancelled: run.cancel()
    case .none, .failedInside, .abandoned, .superseded, .cancelledInside: break
    }
  }
}

/// Expects that every step and every run that began in a trace settles once.
func expectSettled(_ lines: [String], _ location: SourceLocation = #_sourceLocation) {
  var open: [String: Int] = [:]
  for line in lines where !line.hasPrefix("= ") {
    let words = line.split(separator: " ", maxSplits: 1)
    guard words.count == 2 else { continue }
    let step = String(words[0])
    switch words[1].prefix(while: { $0 != ":" }) {
    case "began", "run began": open[step, default: 0] += 1
    case "completed", "failed", "abandoned", "timed out", "cancelled":
      open[step, default: 0] -= 1
      #expect(open[step] ?? 0 >= 0, "\(step) settled twice: \(lines)", sourceLocation: location)
    default: break
    }
  }
  #expect(open.allSatisfy { $0.value == 0 }, "not settled: \(open.filter { $0.value != 0 })", sourceLocation: location)
}
