import FlowState
import FlowStateTesting
import TestSupport
import Testing

/// Law 4: while a run moves, only the step that it waits for may complete. At rest, an open run may continue, and a
/// flow has ended.
@MainActor
struct MovingAndRestTests {
  typealias Handler = FlowStepHandler<String, String>

  let trace = Trace()
  let kept = Box<[Handler]>([])

  func waiting(_ identifier: String) -> FlowStep<String, String> {
    let step = FlowStep(String.self, String.self, identifier: identifier) { [kept] _ in
      kept.appendHandler()
    }
    step.setCompletion { [trace] _, result in trace.note("\(identifier)(\(result ?? "nil"))") }
    return step
  }

  @Test("A double tap starts nothing twice")
  func doubleTap() {
    let a = waiting("a")
    a.nextStep = waiting("b")
    a.start()
    kept.value[0].complete("tap")
    kept.value[0].complete("tap")
    kept.value[0].complete("tap")
    #expect(trace.lines == ["a(tap)"])
    #expect(kept.value.count == 2)
  }

  @Test("Every completed step, anywhere in the chain, may complete again while the run is at rest")
  func anywhere() {
    let a = waiting("a")
    let b = waiting("b")
    let c = waiting("c")
    a.nextStep = b
    b.nextStep = c
    a.start()
    for index in 0..<3 { kept.value[index].complete("1") }
    kept.value[1].complete("2")
    #expect(trace.lines == ["a(1)", "b(1)", "c(1)", "b(2)"])
    #expect(kept.value.count == 4, "c has been started again")
    kept.value[2].complete("stale")
    kept.value[3].complete("3")
    kept.value[0].complete("4")
    #expect(trace.lines == ["a(1)", "b(1)", "c(1)", "b(2)", "c(3)", "a(4)"])
  }

  @Test("A stale handler neither completes its step nor receives its content")
  func stale() {
    let a = waiting("a")
    a.start()
    kept.value[0].complete("1")
    a.start()
    kept.value[1].complete("2")
    kept.value[0].complete("3")
    a.content = "new"
    #expect(trace.lines == ["a(1)", "a(2)"])
    #expect(kept.value.map { $0.content } == [nil, "new"])
  }

  @Test("A failure brings an open run to rest, and the run may continue from there")
  func failure() {
    let a = waiting("a")
    let b = waiting("b")
    a.nextStep = b
    a.start(observer: trace)
    kept.value[0].complete("1")
    _ = trace.take()
    kept.value[1].fail(TestError())
    #expect(trace.take() == ["b failed: mishap", "rest"])
    kept.value[0].complete("2")
    #expect(trace.lines == ["a completed", "a(2)", "b began"])
  }

  @Test("A failure at rest is reported, and the run rests again")
  func failureAtRest() {
    let a = waiting("a")
    a.start(observer: trace)
    kept.value[0].complete("1")
    _ = trace.take()
    kept.value[0].fail(TestError())
    kept.value[0].complete("2")
    #expect(trace.lines == ["a failed: mishap", "rest", "a completed", "a(2)", "rest"])
  }

  @Test("A flow ends for good at its first rest")
  func flow() {
    let queue = ManualQueue()
    let flow = Flow(Any.self, Void.self, identifier: "F", onMainActor: { _ in waiting("a") })
    flow.on(queue).observed(by: trace).start()
    queue.play()
    kept.value[0].complete("1")
    queue.play()
    kept.value[0].complete("2")
    queue.play()
    #expect(trace.lines == ["F#1 run began", "a began", "a completed", "a(1)", "rest", "F#1 completed", "a extra"])
  }

  @Test("Two bare runs do not disturb each other")
  func twoRuns() {
    let a = waiting("a")
    let b = waiting("b")
    a.start()
    b.start()
    kept.value[1].complete("1")
    kept.value[0].complete("2")
    kept.value[1].complete("3")
    #expect(trace.lines == ["b(1)", "a(2)", "b(3)"])
  }
}
