import FlowState
import TestSupport
import Testing

/// `map` and `mapContent`: a step with another result, or with other content.
struct MapTests {
  let harness = FlowHarness(keepsEarlierStarts: true)
  /// Keeps the handlers of steps whose content is text.
  let handlers = LockedList<FlowStepHandler<String, String>>()

  @Test("A map operator transforms the result, which may become nil", arguments: [("7", "= 8"), ("x", "= nil")])
  func result(given: String, told: String) {
    harness.startStep { [harness] in harness.completing("a", given).map { Int($0).map { $0 + 1 } }.map { "\($0)" } }
    #expect(harness.ending == told)
  }

  @Test("A map operator does not transform a missing result")
  func none() {
    harness.startStep { [harness] in
      harness.completing().map { result in
        harness.trace.note("asked")
        return result
      }
    }
    #expect(!harness.trace.lines.contains("asked"))
    #expect(harness.ending == "= nil")
  }

  @Test("An error that the transform throws fails the operator's step")
  func throwing() {
    harness.startStep { [harness] in harness.completing("a", "A").map { throw TestError("no \($0)") } }
    #expect(harness.lines(of: "a").last == "a completed")
    #expect(harness.ending == "= Step 'a' failed (visit 1 of run F#1): no A")
  }

  @Test("A FlowError that the transform throws is passed on unchanged")
  func throwingFlowError() {
    harness.startStep { [harness] in
      harness.completing("a", "A").map { _ in
        let place = FlowPlace(run: FlowRunID(flow: "Other", number: 3), lane: 0, visit: 1)
        throw FlowError(step: "other", place: place, reason: .abandoned)
      }
    }
    #expect(harness.ending?.hasPrefix("= Step 'other' was abandoned (visit 1 of run Other#3)") == true)
  }

  /// A step that notes its content, at its start and while it waits.
  private static func noting(_ harness: FlowHarness, _ handlers: LockedList<FlowStepHandler<String, String>>)
    -> FlowStep<String, String>
  {
    FlowStep(String.self, String.self, identifier: "a") { step in
      harness.trace.note("start \(step.content ?? "nil")")
      let handler = FlowStepHandler(String.self, String.self)
      step.onContentUpdate { harness.trace.note("update \($0 ?? "nil")") }
      handlers.append(handler)
      return handler
    }
  }

  @Test("Content is transformed before the start and during the wait, and nil leaves the inner content unchanged")
  func content() {
    harness.startFlow { [harness] _ in
      let a = Self.noting(harness, handlers)
      a.content = "own"
      let mapped = a.mapContent { (number: Int) in "\(number)" }
      let gate = harness.waiting("gate")
      var round = 0
      gate.setCompletion { gate, _ in
        round += 1
        mapped.content = round == 1 ? 1 : round == 2 ? nil : 3
        gate.nextStep = round < 3 ? gate : nil
      }
      return ConcurrentFlowStep(identifier: "both", steps: [mapped, gate])
    }
    for round in 0..<3 { harness.complete(round) }
    #expect(
      harness.trace.lines.filter { $0.hasPrefix("start") || $0.hasPrefix("update") } == [
        "start own", "update own", "update 1", "update 3",
      ])
  }

  @Test("Content that cannot be mapped fails the step before the inner step starts")
  func unmappableAtStart() {
    harness.startFlow { [harness] _ in
      let mapped = Self.noting(harness, handlers).mapContent { (number: Int) in throw TestError("no \(number)") }
      mapped.content = 1
      return mapped
    }
    #expect(harness.lines(of: "a") == [])
    #expect(!harness.trace.lines.contains { $0.hasPrefix("start") })
    #expect(harness.ending == "= Step 'a' failed (visit 1 of run F#1): no 1")
  }

  @Test("Content that cannot be mapped while the step waits cancels the inner step")
  func unmappableLater() {
    harness.startFlow { [harness] _ in
      let mapped = Self.noting(harness, handlers).mapContent { (number: Int) in throw TestError("no \(number)") }
      let gate = harness.waiting("gate")
      gate.setCompletion { _, _ in mapped.content = 1 }
      return ConcurrentFlowStep(identifier: "both", steps: [mapped, gate])
    }
    harness.complete()
    #expect(harness.lines(of: "a").last == "a cancelled")
    #expect(harness.ending?.hasSuffix("Step 'a' failed (visit 2 of run F#1, lane 1): no 1") == true)
    expectSettled(harness.trace.lines)
  }

  @Test("The first of two contents that cannot be mapped fails the step")
  func unmappableTwice() {
    harness.startFlow { [harness] _ in
      let mapped = Self.noting(harness, handlers).mapContent { (number: Int) in throw TestError("no \(number)") }
      let gate = harness.waiting("gate")
      gate.setCompletion { _, _ in
        mapped.content = 1
        mapped.content = 2
      }
      return ConcurrentFlowStep(identifier: "both", steps: [mapped, gate])
    }
    harness.complete()
    #expect(harness.ending?.hasSuffix("Step 'a' failed (visit 2 of run F#1, lane 1): no 1") == true)
    expectSettled(harness.trace.lines)
  }

  @Test("Content that cannot be mapped, set inside the inner intent, ends the step")
  func unmappableInsideIntent() {
    harness.startFlow { [handlers] _ in
      var set: () -> Void = {}
      let a = FlowStep(String.self, String.self, identifier: "a") { _ in
        set()
        return handlers.appendHandler()
      }
      let mapped = a.mapContent { (number: Int) in throw TestError("no \(number)") }
      set = { [unowned mapped] in mapped.content = 1 }
      return mapped
    }
    #expect(harness.lines(of: "a") == ["a began", "a cancelled"])
    #expect(harness.ending == "= Step 'a' failed (visit 1 of run F#1): no 1")
    expectSettled(harness.trace.lines)
  }

  @Test("Content that ends the step inside a closure of an inner operator prevents further starts")
  func unmappableInsideOperator() {
    harness.startFlow { [harness] _ in
      var set: () -> Void = {}
      let first = FlowStep(String.self, String.self, identifier: "a") { _ in nil }
      let next = Self.noting(harness, handlers)
      let both = first.then(next) { _ in
        set()
        return "go"
      }
      let mapped = both.mapContent { (number: Int) in throw TestError("no \(number)") }
      set = { [unowned mapped] in mapped.content = 1 }
      return mapped
    }
    #expect(!harness.trace.lines.contains("start go"))
    #expect(harness.lines(of: "a (then)").last == "a (then) cancelled")
    expectSettled(harness.trace.lines)
  }
}
