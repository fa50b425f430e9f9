import FlowState
import Testing

/// `then`: two steps as one, the result of the first being the content of the second.
struct ThenTests {
  let bench = Bench()

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
    bench.start { [bench] in
      let next = Self.bracketing(bench.trace)
      next.content = "of before"
      return bench.instant("a", result).then(next)
    }
    #expect(bench.told == "= [\(result ?? "nil")]")
  }

  @Test("the result is transformed, a missing one too", arguments: ["A", nil])
  func transformed(result: String?) {
    bench.start { [bench] in bench.instant("a", result).then(Self.bracketing(bench.trace)) { "\($0 ?? "none")!" } }
    #expect(bench.told == "= [\(result ?? "none")!]")
  }

  @Test("what the transform throws is the failure, and the second step never starts")
  func throwing() {
    bench.start { [bench] in bench.instant("a", "A").then(Self.bracketing(bench.trace)) { _ in throw Mishap() } }
    #expect(bench.lines(of: "b") == [])
    #expect(bench.told == "= Step 'a' failed (visit 1 of run F#1): mishap")
  }

  @Test("a failure of either comes through, named", arguments: [0, 1])
  func failure(which: Int) {
    bench.start { [bench] in bench.waiting("a").then(bench.waiting("b").mapContent { (text: String) in text }) }
    if which == 1 { bench.complete(0, "A") }
    bench.fail(which)
    let names = ["a", "b"]
    #expect(bench.told?.hasPrefix("= Step '\(names[which])' failed") == true)
    #expect(bench.lines(of: "b").isEmpty == (which == 0))
  }

  @Test("content set after the first has completed does not disturb the second")
  func lateContent() {
    bench.startChain { [bench] scope in
      let pair = bench.waiting("a").then(bench.waiting("b").mapContent { (text: String) in text })
      pair.setCompletion { _, result in scope.result = result }
      let gate = bench.waiting("gate")
      gate.setCompletion { _, _ in pair.content = "new" }
      return ConcurrentFlowStep(identifier: "both", steps: [pair, gate])
    }
    bench.complete(0, "A")
    bench.complete(1)
    bench.complete(2, "B")
    #expect(bench.told == "= B")
    #expect(bench.lines(of: "b").last == "b completed")
  }
}
