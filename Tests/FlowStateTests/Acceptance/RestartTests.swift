import FlowState
import TestSupport
import Testing

/// Starting a step again ends the work of the earlier start, and its handlers no longer count.
@MainActor
struct RestartTests {
  typealias Handler = FlowStepHandler<String, String>

  let trace = Trace()
  let kept = Box<[Handler]>([])

  func waiting(_ identifier: String) -> FlowStep<String, String> {
    FlowStep(String.self, String.self, identifier: identifier) { [trace, kept] _ in
      trace.note(identifier)
      kept.value.append(Handler())
      return kept.value.last
    }
  }

  @Test("A concurrent step that starts again does not continue the chains of its earlier start")
  func concurrent() {
    let a = waiting("a")
    let a2 = waiting("a2")
    a.nextStep = a2
    a2.nextStep = waiting("a3")
    let group = ConcurrentFlowStep(identifier: "group", steps: [a, waiting("b")])
    group.start()
    kept.value[0].complete("go")
    group.start()
    #expect(trace.take() == ["a", "b", "a2", "a", "b"])
    kept.value[2].complete("late")
    #expect(trace.lines.isEmpty)
  }

  @Test("Starting a step again stops the work of the earlier start only")
  func actions() {
    var starts = 0
    let fetch = FlowStep(String.self, String.self, identifier: "fetch") { [trace, kept] step in
      starts += 1
      let number = starts
      step.onCancel { trace.note("stopped \(number)") }
      kept.value.append(Handler())
      return kept.value.last
    }
    fetch.start()
    fetch.start()
    #expect(trace.take() == ["stopped 1"])
    fetch.start()
    #expect(trace.take() == ["stopped 2"])
  }

  /// A user-defined step that ends when `finish()` is called.
  final class Chime: Startable {
    let identifier = "Chime"
    var nextStep: (any Startable)?
    func start() {}
    @MainActor func finish() { nextStep?.start() }
  }

  @Test("A foreign step that starts again while it works completes once and keeps its next step")
  func foreign() {
    let chime = Chime()
    let next = waiting("next")
    chime.nextStep = next
    let first = FlowStep(Any.self, String.self, identifier: "first") { _ in nil }
    first.nextStep = chime
    first.start()
    first.start()
    chime.finish()
    #expect(trace.lines == ["next"])
    kept.value[0].complete("done")
    #expect(chime.nextStep === next)
  }

  @Test("A screen whose handler serves two runs in turn receives the content of both")
  func sharedScreen() {
    let handler = Handler()
    handler.contentUpdateHandler = { [trace] content in trace.note("shows \(content ?? "nil")") }
    func showing(_ content: String) -> FlowStep<String, String> {
      let step = FlowStep(String.self, String.self, identifier: "show") { _ in handler }
      step.content = content
      return step
    }
    showing("one").start()
    handler.complete("done")
    showing("two").start()
    #expect(trace.lines == ["shows one", "shows two"])
  }

  @Test("A handler that is completed before two starts return it completes only the first")
  func deferredOnce() {
    let handler = Handler()
    let step = FlowStep(String.self, String.self, identifier: "a") { _ in handler }
    step.setCompletion { [trace] _, result in trace.note(result ?? "nil") }
    handler.complete("early")
    step.start()
    step.start()
    #expect(trace.lines == ["early"])
    handler.complete("later")
    #expect(trace.lines == ["early", "later"])
  }
}
