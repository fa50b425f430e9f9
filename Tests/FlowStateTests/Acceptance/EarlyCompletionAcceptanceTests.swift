import FlowState
import TestSupport
import Testing

/// FS-02 to FS-04: a handler that is completed before the step waits for it.
@MainActor
struct EarlyCompletionAcceptanceTests {
  let trace = Trace()

  @Test(
    "FS-02: A completion inside the intent is delivered once, after it returns, whether or not the handler is kept",
    arguments: [false, true])
  func early(isKept: Bool) {
    let kept = Box<[FlowStepHandler<Any, String>]>([])
    let step = FlowStep(
      Any.self, String.self, identifier: "a",
      { [trace] _ in
        let handler = FlowStepHandler(Any.self, String.self)
        if isKept { kept.value.append(handler) }
        handler.complete("early")
        trace.note("intent returns")
        return handler
      }
    ) { [trace] _, result in trace.note("completion(\(result ?? "nil"))") }
    step.start()
    #expect(trace.lines == ["intent returns", "completion(early)"])
  }

  @Test("FS-03: The last of several early completions counts, and the others are reported", arguments: [false, true])
  func earlyTwice(isKept: Bool) {
    let kept = Box<[FlowStepHandler<Any, String>]>([])
    let step = FlowStep(
      Any.self, String.self, identifier: "a",
      { _ in
        let handler = FlowStepHandler(Any.self, String.self)
        if isKept { kept.value.append(handler) }
        handler.complete("e1")
        handler.complete("e2")
        return handler
      }
    ) { [trace] _, result in trace.note("completion(\(result ?? "nil"))") }
    step.start(observer: trace)
    #expect(trace.lines == ["a#1 run began", "a began", "a extra", "a completed", "completion(e2)", "rest"])
  }

  @Test("FS-04: A completion inside the update handler is delivered once, after the handler returns")
  func earlyInUpdate() {
    let step = FlowStep(
      Int.self, String.self, identifier: "a",
      { [trace] _ in
        let handler = FlowStepHandler(Int.self, String.self)
        handler.contentUpdateHandler = { [unowned handler] _ in
          handler.complete("x")
          trace.note("update returns")
        }
        return handler
      }
    ) { [trace] _, result in trace.note("completion(\(result ?? "nil"))") }
    step.start()
    #expect(trace.lines == ["update returns", "completion(x)"])
  }
}
