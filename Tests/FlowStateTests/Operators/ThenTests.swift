import FlowState
import TestSupport
import Testing

/// `then`: two steps as one. The result of the first is the content of the second.
struct ThenTests {
  let harness = FlowHarness(keepsEarlierStarts: true)

  /// A step that completes with its content, in brackets.
  private static func bracketing(_ trace: Trace) -> FlowStep<String, String> {
    FlowStep(String.self, String.self, identifier: "b") { step in
      let handler = FlowStepHandler(String.self, String.self)
      handler.complete("[\(step.content ?? "nil")]")
      return handler
    }
  }

  @Test("The first step's result becomes the second step's content, even if it is nil", arguments: ["A", nil])
  func content(result: String?) {
    harness.startStep { [harness] in
      let next = Self.bracketing(harness.trace)
      next.content = "of before"
      return harness.completing("a", result).then(next)
    }
    #expect(harness.ending == "= [\(result ?? "nil")]")
  }

  @Test(
    "The second step, behind an operator, doesn't keep the content of an earlier round, and keeps content of its own")
  func laterRound() async throws {
    let (contents, rounds) = (LockedList<String>(), LockedList<String?>())
    let flow = Flow(Any.self, Int.self, identifier: "F") { _ in
      let ask = FlowStep(String.self, String.self, identifier: "ask") { (_: String?) async throws -> String? in
        rounds.append(rounds.count == 1 ? "A" : nil)
        return rounds.all.last ?? nil
      }
      let save = FlowStep(String.self, Int.self, identifier: "save") { step in
        contents.append(step.content ?? "nil")
        return nil
      }
      save.content = "own"
      let pair = ask.then(save.retry(attempts: 2).timeout(.seconds(60)))
      pair.setCompletion { step, _ in step.nextStep = rounds.count < 3 ? step : nil }
      return pair
    }
    _ = try await flow.run()
    #expect(contents.all == ["own", "A", "nil"])
  }

  @Test("The result between two steps is transformed, even if it is nil", arguments: ["A", nil])
  func transformed(result: String?) {
    harness.startStep { [harness] in
      harness.completing("a", result).then(Self.bracketing(harness.trace)) { "\($0 ?? "none")!" }
    }
    #expect(harness.ending == "= [\(result ?? "none")!]")
  }

  @Test("An error that the transform throws is the failure, and the second step never starts")
  func throwing() {
    harness.startStep { [harness] in
      harness.completing("a", "A").then(Self.bracketing(harness.trace)) { _ in throw TestError() }
    }
    #expect(harness.lines(of: "b") == [])
    #expect(harness.ending == "= Step 'a' failed (visit 1 of run F#1): mishap")
  }

  @Test("A failure of either step is passed on and names the step", arguments: [0, 1])
  func failure(which: Int) {
    harness.startStep { [harness] in
      harness.waiting("a").then(harness.waiting("b").mapContent { (text: String) in text })
    }
    if which == 1 { harness.complete(0, "A") }
    harness.fail(which)
    let names = ["a", "b"]
    #expect(harness.ending?.hasPrefix("= Step '\(names[which])' failed") == true)
    #expect(harness.lines(of: "b").isEmpty == (which == 0))
  }

  @Test("Content that is set after the first step has completed does not affect the second")
  func lateContent() {
    harness.startFlow { [harness] scope in
      let pair = harness.waiting("a").then(harness.waiting("b").mapContent { (text: String) in text })
      pair.setCompletion { _, result in scope.result = result }
      let gate = harness.waiting("gate")
      gate.setCompletion { _, _ in pair.content = "new" }
      return ConcurrentFlowStep(identifier: "both", steps: [pair, gate])
    }
    harness.complete(0, "A")
    harness.complete(1)
    harness.complete(2, "B")
    #expect(harness.ending == "= B")
    #expect(harness.lines(of: "b").last == "b completed")
  }
}
