import FlowState
import Testing

/// `map` and `mapContent`: a step with another result, or with other content.
struct MapTests {
  let bench = Bench()

  @Test("a result is transformed, and may become none", arguments: [("7", "= 8"), ("x", "= nil")])
  func result(given: String, told: String) {
    bench.start { [bench] in bench.instant("a", given).map { Int($0).map { $0 + 1 } }.map { "\($0)" } }
    #expect(bench.told == told)
  }

  @Test("no result stays none, without asking")
  func none() {
    bench.start { [bench] in
      bench.instant().map { result in
        bench.trace.note("asked")
        return result
      }
    }
    #expect(!bench.trace.lines.contains("asked"))
    #expect(bench.told == "= nil")
  }

  @Test("what the transform throws is the failure of the operator's step")
  func throwing() {
    bench.start { [bench] in bench.instant("a", "A").map { throw Mishap("no \($0)") } }
    #expect(bench.lines(of: "a").last == "a completed")
    #expect(bench.told == "= Step 'a' failed (visit 1 of run F#1): no A")
  }

  @Test("a FlowError that the transform throws is passed on as it is")
  func throwingFlowError() {
    bench.start { [bench] in
      bench.instant("a", "A").map { _ in
        let place = FlowPlace(run: FlowRunID(flow: "Other", number: 3), lane: 0, visit: 1)
        throw FlowError(step: "other", place: place, reason: .abandoned)
      }
    }
    #expect(bench.told?.hasPrefix("= Step 'other' was abandoned (visit 1 of run Other#3)") == true)
  }

  /// A step that notes its content, at its start and while it waits.
  private static func noting(_ bench: Bench) -> FlowStep<String, String> {
    FlowStep(String.self, String.self, identifier: "a") { step in
      bench.trace.note("start \(step.content ?? "nil")")
      let handler = FlowStepHandler(String.self, String.self)
      step.onContentUpdate { bench.trace.note("update \($0 ?? "nil")") }
      bench.inner.put(handler)
      return handler
    }
  }

  @Test("content is transformed before the step starts and while it waits; none leaves the inner content alone")
  func content() {
    bench.startChain { [bench] _ in
      let a = Self.noting(bench)
      a.content = "own"
      let mapped = a.mapContent { (number: Int) in "\(number)" }
      let gate = bench.waiting("gate")
      var round = 0
      gate.setCompletion { gate, _ in
        round += 1
        mapped.content = round == 1 ? 1 : round == 2 ? nil : 3
        gate.nextStep = round < 3 ? gate : nil
      }
      return ConcurrentFlowStep(identifier: "both", steps: [mapped, gate])
    }
    for round in 0..<3 { bench.complete(round) }
    #expect(
      bench.trace.lines.filter { $0.hasPrefix("start") || $0.hasPrefix("update") } == [
        "start own", "update own", "update 1", "update 3",
      ])
  }

  @Test("content that cannot be mapped fails the step before it starts the inner one")
  func unmappableAtStart() {
    bench.startChain { [bench] _ in
      let mapped = Self.noting(bench).mapContent { (number: Int) in throw Mishap("no \(number)") }
      mapped.content = 1
      return mapped
    }
    #expect(bench.trace.lines.filter { $0.hasPrefix("a ") || $0.hasPrefix("start") } == [])
    #expect(bench.told == "= Step 'a' failed (visit 1 of run F#1): no 1")
  }

  @Test("content that cannot be mapped while the step waits cancels the inner one")
  func unmappableLater() {
    bench.startChain { [bench] _ in
      let mapped = Self.noting(bench).mapContent { (number: Int) in throw Mishap("no \(number)") }
      let gate = bench.waiting("gate")
      gate.setCompletion { _, _ in mapped.content = 1 }
      return ConcurrentFlowStep(identifier: "both", steps: [mapped, gate])
    }
    bench.complete()
    #expect(bench.lines(of: "a").last == "a cancelled")
    #expect(bench.told?.hasSuffix("Step 'a' failed (visit 2 of run F#1, lane 1): no 1") == true)
    expectSettled(bench.trace.lines)
  }

  @Test("content that ends the step from inside the inner intent")
  func unmappableInsideIntent() {
    bench.startChain { [bench] _ in
      var set: () -> Void = {}
      let a = FlowStep(String.self, String.self, identifier: "a") { _ in
        set()
        let handler = FlowStepHandler(String.self, String.self)
        bench.inner.put(handler)
        return handler
      }
      let mapped = a.mapContent { (number: Int) in throw Mishap("no \(number)") }
      set = { [unowned mapped] in mapped.content = 1 }
      return mapped
    }
    #expect(bench.lines(of: "a") == ["a began", "a cancelled"])
    #expect(bench.told == "= Step 'a' failed (visit 1 of run F#1): no 1")
    expectSettled(bench.trace.lines)
  }

  @Test("content that ends the step from inside a closure of an operator within: nothing more starts")
  func unmappableInsideOperator() {
    bench.startChain { [bench] _ in
      var set: () -> Void = {}
      let first = FlowStep(String.self, String.self, identifier: "a") { _ in nil }
      let next = Self.noting(bench)
      let both = first.then(next) { _ in
        set()
        return "go"
      }
      let mapped = both.mapContent { (number: Int) in throw Mishap("no \(number)") }
      set = { [unowned mapped] in mapped.content = 1 }
      return mapped
    }
    #expect(!bench.trace.lines.contains("start go"))
    #expect(bench.lines(of: "a.then").last == "a (then) cancelled")
    expectSettled(bench.trace.lines)
  }
}
