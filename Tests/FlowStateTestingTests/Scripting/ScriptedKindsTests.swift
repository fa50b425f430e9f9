import FlowState
import FlowStateTesting
import TestSupport
import Testing

/// A script answers each kind of step, and the steps of nested flows.
struct ScriptedKindsTests {
  let harness = FlowHarness(clockPlaysQueue: true)

  /// Runs a scripted flow that begins with a step. Returns the lines of its events, and then the notes.
  func run(_ script: FlowScript, _ first: @escaping @Sendable () -> any Startable) -> [String] {
    let events = FlowRecorder()
    let flow = harness.flow("F") { _ in first() }.timed(by: harness.clock)
    harness.start(flow.scripted(by: script).observed(by: events))
    return events.lines + harness.recorder.take()
  }

  @Test("A script answers a concurrent step as a whole, or its children")
  func concurrent() {
    let group: @Sendable () -> any Startable = { [harness] in
      let group = ConcurrentFlowStep(identifier: "group", steps: [harness.waiting("a"), harness.waiting("b")])
      group.nextStep = FlowStep(Any.self, Any.self, identifier: "n") { _ in nil }
      return group
    }
    #expect(
      run(["group": [.noResult]], group) == [
        "F#1 run began", "group began", "group completed", "n began", "n completed", "rest", "F#1 completed", "= nil",
      ])
    #expect(run(["group": [.result(())]], group).last == "= nil")
    #expect(run(["group": [.failure(TestError())]], group).contains("group failed: mishap"))
    #expect(
      run(["a": [.result("A")], "b": [.failure(TestError())]], group) == [
        "F#1 run began", "group began", "lane 1: a began", "lane 1: a completed", "lane 2: b began",
        "lane 2: b failed: mishap", "group failed: b failed: mishap", "F#1 failed",
      ])
  }

  @Test("A script answers the elements of a join, or the join as a whole")
  func joined() {
    let recorder = harness.recorder
    let join: @Sendable () -> any Startable = {
      let numbers = [1, 2].map { FlowStep(Any.self, Int.self, identifier: "\($0)") { _ in nil } }
      let all = FlowStep(identifier: "all", joining: numbers)
      all.setCompletion { _, result in recorder.note("\(result ?? [])") }
      return all
    }
    #expect(run(["1": [.result(10)], "2": [.result(20)]], join).contains("[Optional(10), Optional(20)]"))
    #expect(run(["all": [.result([5, nil] as [Optional<Int>])]], join).contains("[Optional(5), nil]"))
  }

  @Test("A coordinator that a script answers shows no screen")
  func coordinator() {
    let made: @Sendable () -> any Startable = { [harness] in
      let coordinator = NavigationFlowCoordinator(
        navigationController: 0, identifier: "screens", firstStep: harness.waiting("a"))
      coordinator.nextStep = FlowStep(Any.self, Any.self, identifier: "n") { _ in nil }
      return coordinator
    }
    #expect(
      run(["screens": [.noResult]], made) == [
        "F#1 run began", "screens began", "screens completed", "n began", "n completed", "rest", "F#1 completed",
        "= nil",
      ])
    harness.start(harness.recordedFlow { _ in made() }.scripted(by: ["screens": [.after(.seconds(1), .noResult)]]))
    harness.clock.advanceToNextTimer()
    #expect(harness.recorder.lines.last == "= nil")
  }

  @Test("A scripted step of the user's own type isn't started, but its successor is")
  func foreign() {
    final class Chime: Startable {
      let identifier = "chime"
      var nextStep: (any Startable)?
      @MainActor func start() { Issue.record("it was started") }
    }
    let chime: @Sendable () -> any Startable = {
      let chime = Chime()
      chime.nextStep = FlowStep(Any.self, Any.self, identifier: "n") { _ in nil }
      return chime
    }
    #expect(
      run(["chime": [.noResult]], chime) == [
        "F#1 run began", "chime began", "chime completed", "n began", "n completed", "rest", "F#1 completed", "= nil",
      ])
  }

  /// Returns a flow that yields the result of its only step.
  func inner(_ script: FlowScript? = nil) -> Flow<Int, String> {
    let flow = Flow(Int.self, String.self, identifier: "Inner") { [recorder = harness.recorder] scope in
      let step = FlowStep(Any.self, String.self, identifier: "deep") { _ in nil }
      step.setCompletion { _, result in
        recorder.note("deep(\(result ?? "nil"))")
        scope.result = result
      }
      return step
    }
    return script.map(flow.scripted(by:)) ?? flow
  }

  @Test("A nested flow is answered by the outer script, by its own script, or as one step")
  func nested() {
    let (plain, own) = (inner(), inner(["deep": [.result("own")]]))
    let outer: FlowScript = ["deep": [.result("outer")]]
    #expect(run(outer) { FlowStep(plain) }.contains("deep(outer)"))
    #expect(run(outer) { FlowStep(own) }.contains("deep(own)"))
    #expect(!run(["Inner": [.result("whole")]]) { FlowStep(plain) }.joined().contains("deep"))
  }

  @Test("A script answers a nested flow on another queue")
  func nestedElsewhere() {
    let other = ManualQueue()
    let there = inner().on(other)
    _ = run(["deep": [.result("outer")]]) { FlowStep(there) }
    other.play()
    harness.queue.play()
    #expect(harness.recorder.lines.contains("deep(outer)"))
  }

  @Test("A nested flow without a script of its own keeps its own leak check")
  func merged() {
    let (outer, own) = (LeakCheck(), LeakCheck())
    let nested = inner().watched(by: own)
    let flow = harness.recordedFlow { _ in FlowStep(nested) }.scripted(by: ["deep": [.never]]).watched(by: outer)
    let run = harness.start(flow)
    #expect(own.survivors == ["handler of step 'deep'", "run Inner#1", "step 'deep'"])
    #expect(outer.survivors == ["handler of step 'Inner'", "run F#1", "step 'Inner'"])
    run.cancel()
    harness.queue.play()
    #expect(own.survivors + outer.survivors == [])
  }
}
