import FlowState
import TestSupport
import Testing

/// Starting a step again: the work of the earlier start is over, and its handlers count no more.
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

  @Test("a concurrent step that is started again lets no chain of before go on")
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

  /// A type of the user's own that finishes when it is told to.
  final class Chime: Startable {
    let identifier = "Chime"
    var nextStep: (any Startable)?
    func start() {}
    @MainActor func finish() { nextStep?.start() }
  }

  @Test("a foreign step that is started again while it works completes once, and keeps its next step")
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

  @Test("a screen whose handler serves two runs, one after the other, is told of new content in both")
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

  @Test("a handler that was completed before two starts returned it completes only the first")
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
