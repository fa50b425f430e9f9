import FlowState
import TestSupport
import Testing

/// `then`: two steps as one, the result of the first being the content of the second.
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

  @Test(
    "the result becomes the content; without one there is none, not that of the time before", arguments: ["A", nil])
  func content(result: String?) {
    harness.startStep { [harness] in
      let next = Self.bracketing(harness.trace)
      next.content = "of before"
      return harness.completing("a", result).then(next)
    }
    #expect(harness.ending == "= [\(result ?? "nil")]")
  }

  @Test("the result is transformed, a missing one too", arguments: ["A", nil])
  func transformed(result: String?) {
    harness.startStep { [harness] in
      harness.completing("a", result).then(Self.bracketing(harness.trace)) { "\($0 ?? "none")!" }
    }
    #expect(harness.ending == "= [\(result ?? "none")!]")
  }

  @Test("what the transform throws is the failure, and the second step never starts")
  func throwing() {
    harness.startStep { [harness] in
      harness.completing("a", "A").then(Self.bracketing(harness.trace)) { _ in throw TestError() }
    }
    #expect(harness.lines(of: "b") == [])
    #expect(harness.ending == "= Step 'a' failed (visit 1 of run F#1): mishap")
  }

  @Test("a failure of either comes through, named", arguments: [0, 1])
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

  @Test("content set after the first has completed does not disturb the second")
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
