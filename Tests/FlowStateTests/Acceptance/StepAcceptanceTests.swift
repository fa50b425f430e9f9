import FlowState
import TestSupport
import Testing

/// FS-01, FS-05 to FS-12 and FS-20: a step, its handler, and its links, started as in the original.
@MainActor
struct StepAcceptanceTests {
  let trace = Trace()

  /// A step whose handlers the test keeps and completes.
  func makeStep(_ identifier: String) -> (step: FlowStep<Int, String>, handlers: Box<[FlowStepHandler<Int, String>]>) {
    let kept = Box<[FlowStepHandler<Int, String>]>([])
    let step = FlowStep(Int.self, String.self, identifier: identifier) { [trace] _ in
      trace.note("\(identifier) intent")
      return kept.appendHandler()
    }
    step.setCompletion { [trace] _, result in trace.note("\(identifier) completion(\(result ?? "nil"))") }
    return (step, kept)
  }

  /// A step that completes inside its intent.
  func makeInstant(_ identifier: String) -> FlowStep<Any, String> {
    FlowStep(Any.self, String.self, identifier: identifier) { [trace] _ in
      trace.note("\(identifier) intent")
      return nil
    }
  }

  @Test("FS-01: Content arrives after the intent, and the completion closure is called before the next step starts")
  func order() {
    let b = makeInstant("b")
    var kept: FlowStepHandler<Int, String>?
    let a = FlowStep(
      Int.self, String.self, identifier: "a",
      { [trace] step in
        let handler = FlowStepHandler(Int.self, String.self)
        handler.contentUpdateHandler = { [unowned handler] content in
          trace.note("update(\(content ?? -1)) handler \(handler.content ?? -1)")
        }
        trace.note("intent \(handler.content as Any) step \(step.content ?? -1)")
        kept = handler
        return handler
      }
    ) { [trace] step, result in
      trace.note("completion(\(result ?? "nil"))")
      step.nextStep = b
    }
    a.content = 5
    a.start()
    trace.note("…")
    kept?.complete("r")
    #expect(trace.lines == ["intent nil step 5", "update(5) handler 5", "…", "completion(r)", "b intent"])
  }

  @Test("FS-05: A step whose intent returns no handler completes with nil, and the next step starts")
  func noHandler() {
    let a = makeInstant("a")
    a.setCompletion { [trace] _, result in trace.note("completion(\(result ?? "nil"))") }
    a.nextStep = makeInstant("b")
    a.start()
    #expect(trace.lines == ["a intent", "completion(nil)", "b intent"])
  }

  @Test("FS-06: A step without a completion closure continues after a nil result")
  func nilResult() {
    let kept = Box<[FlowStepHandler<Any, String>]>([])
    let a = FlowStep(Any.self, String.self, identifier: "a") { _ in
      kept.value.append(FlowStepHandler(Any.self, String.self))
      return kept.value.last
    }
    a.nextStep = makeInstant("b")
    a.start()
    kept.value[0].complete(nil)
    #expect(trace.lines == ["b intent"])
  }

  @Test("FS-07: Content reaches the handler while the step waits and after it completes")
  func contentForwarding() {
    let kept = Box<[FlowStepHandler<Int, String>]>([])
    let step = FlowStep(
      Int.self, String.self, identifier: "a",
      { [trace] _ in
        let handler = FlowStepHandler(Int.self, String.self)
        handler.contentUpdateHandler = { trace.note("update(\($0 ?? -1))") }
        kept.value.append(handler)
        return handler
      }
    ) { [trace] _, _ in trace.note("completion") }
    step.start()
    step.content = 6
    kept.value[0].complete("r")
    step.content = 7
    #expect(trace.lines == ["update(-1)", "update(6)", "completion", "update(7)"])
    #expect(kept.value[0].content == 7)
  }

  @Test("FS-08: A completed step may complete again while the run is at rest")
  func completeAgainAtRest() {
    let (a, handlers) = makeStep("a")
    a.nextStep = makeInstant("b")
    a.start(observer: trace)
    handlers.value[0].complete("a")
    handlers.value[0].complete("b")
    #expect(
      trace.lines == [
        "a#1 run began", "a began", "a intent", "a completed", "a completion(a)", "b began", "b intent", "b completed",
        "rest", "a completed", "a completion(b)", "b began", "b intent", "b completed", "rest",
      ])
  }

  @Test("FS-08b: A further completion while the run moves is ignored and reported")
  func completeAgainWhileMoving() {
    let (a, handlers) = makeStep("a")
    let (b, later) = makeStep("b")
    a.nextStep = b
    a.start(observer: trace)
    handlers.value[0].complete("a")
    handlers.value[0].complete("b")
    later.value[0].complete("c")
    #expect(
      trace.lines == [
        "a#1 run began", "a began", "a intent", "a completed", "a completion(a)", "b began", "b intent", "a extra",
        "b completed", "b completion(c)", "rest",
      ])
  }

  @Test("FS-09: A handler that nothing owns ends its step as abandoned")
  func abandonedAtOnce() {
    let a = FlowStep(Any.self, String.self, identifier: "a") { _ in FlowStepHandler(Any.self, String.self) }
    a.setCompletion { [trace] _, _ in trace.note("completion") }
    a.start(observer: trace)
    #expect(trace.lines == ["a#1 run began", "a began", "a abandoned", "rest"])
  }

  @Test("FS-09b: A screen that goes away abandons its step, and the run comes to rest")
  func abandonedScreen() async throws {
    let (display, displayed) = makeStep("display")
    let (edit, edited) = makeStep("edit")
    display.nextStep = edit
    display.start(observer: trace)
    displayed.value[0].complete("edit")
    edited.value = []
    try await mainQueueTurn()
    displayed.value[0].complete("again")
    #expect(
      trace.lines == [
        "display#1 run began", "display began", "display intent", "display completed", "display completion(edit)",
        "edit began", "edit intent", "edit abandoned", "rest", "display completed", "display completion(again)",
        "edit began", "edit intent",
      ])
  }

  @Test("FS-10: Only the handler of the later of two starts completes the step")
  func startedTwice() {
    let (a, handlers) = makeStep("a")
    a.start(observer: trace)
    a.start(observer: trace)
    handlers.value[0].complete("first")
    handlers.value[1].complete("second")
    #expect(trace.lines.filter { $0.contains("completion") } == ["a completion(second)"])
    #expect(trace.lines.contains("a extra"))
    #expect(trace.lines.contains("a failed: superseded"))
  }

  @Test("FS-11: A step calls the completion closure that is set when it completes")
  func replacedCompletion() {
    let (a, handlers) = makeStep("a")
    a.start()
    a.setCompletion { [trace] _, _ in trace.note("replaced") }
    handlers.value[0].complete("r")
    #expect(trace.lines == ["a intent", "replaced"])
  }

  @Test("FS-12: The completion closure chooses the next step at each completion")
  func rerouted() {
    let (a, handlers) = makeStep("a")
    let b = makeInstant("b")
    a.setCompletion { step, result in step.nextStep = result == "go" ? b : nil }
    a.start()
    handlers.value[0].complete("stay")
    #expect(trace.take() == ["a intent"])
    handlers.value[0].complete("go")
    #expect(trace.lines == ["b intent"])
  }

  @Test("FS-20: Steps run in the order in which they are linked", arguments: [[0, 1, 2], [2, 0, 1], [1, 2, 0]])
  func relinked(order: [Int]) {
    let steps = (0..<3).map { makeInstant("\($0)") }
    let ordered = order.map { steps[$0] }
    for (step, next) in zip(ordered, ordered.dropFirst()) { step.nextStep = next }
    ordered[0].start()
    #expect(trace.lines == order.map { "\($0) intent" })
  }
}
