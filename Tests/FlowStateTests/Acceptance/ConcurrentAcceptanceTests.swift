import FlowState
import TestSupport
import Testing

/// FS-13 to FS-18: steps that host other steps.
@MainActor
struct ConcurrentAcceptanceTests {
  let trace = Trace()
  let kept = Box<[FlowStepHandler<Any, String>]>([])

  func waiting(_ identifier: String) -> FlowStep<Any, String> {
    FlowStep(Any.self, String.self, identifier: identifier) { [trace, kept] _ in
      trace.note(identifier)
      return kept.appendHandler()
    }
  }

  func instant(_ identifier: String) -> FlowStep<Any, String> {
    FlowStep(Any.self, String.self, identifier: identifier) { [trace] _ in
      trace.note(identifier)
      return nil
    }
  }

  @Test("FS-13: A concurrent step without children completes at once")
  func empty() {
    let group = ConcurrentFlowStep(identifier: "group", steps: [])
    group.nextStep = instant("n")
    group.start()
    #expect(trace.lines == ["n"])
  }

  @Test("FS-14: A concurrent step completes once, after its last child")
  func lastChild() {
    let group = ConcurrentFlowStep(identifier: "group", steps: [instant("a"), waiting("b")])
    group.nextStep = instant("n")
    group.start()
    #expect(trace.lines == ["a", "b"])
    kept.value[0].complete("done")
    #expect(trace.lines == ["a", "b", "n"])
    kept.value[0].complete("again")
    #expect(trace.lines == ["a", "b", "n"])
  }

  @Test("FS-15: A child's next step starts before the next child, and the concurrent step waits for it")
  func childChain() {
    let a = instant("a")
    a.nextStep = waiting("a2")
    let group = ConcurrentFlowStep(identifier: "group", steps: [a, waiting("b")])
    group.nextStep = instant("n")
    group.start()
    #expect(trace.lines == ["a", "a2", "b"])
    kept.value[1].complete("b")
    #expect(trace.lines == ["a", "a2", "b"])
    kept.value[0].complete("a2")
    #expect(trace.lines == ["a", "a2", "b", "n"])
    #expect((a.nextStep as? AnyFlowStep)?.identifier == "a2")
  }

  @Test("FS-16: A concurrent step counts a child once, however often it completes")
  func countedOnce() {
    let group = ConcurrentFlowStep(identifier: "group", steps: [waiting("a"), waiting("b")])
    group.nextStep = instant("n")
    group.start(observer: trace)
    kept.value[0].complete("1")
    kept.value[0].complete("2")
    #expect(!trace.lines.contains("n"))
    #expect(trace.lines.contains("a extra"))
    kept.value[1].complete("3")
    #expect(trace.lines.contains("n"))
  }

  @Test("FS-17: A child of a concurrent step may choose its next step when it completes")
  func rerouted() {
    let a = waiting("a")
    a.setCompletion { [x = waiting("x")] step, _ in step.nextStep = x }
    let group = ConcurrentFlowStep(identifier: "group", steps: [a])
    group.nextStep = instant("n")
    group.start()
    kept.value[0].complete("a")
    #expect(trace.lines == ["a", "x"])
    kept.value[1].complete("x")
    #expect(trace.lines == ["a", "x", "n"])
  }

  @Test("A concurrent step that starts again ignores late completions of the earlier start")
  func restarted() {
    let group = ConcurrentFlowStep(identifier: "group", steps: [waiting("a"), waiting("b")])
    group.nextStep = instant("n")
    group.start()
    kept.value[0].complete("1")
    group.start()
    kept.value[1].complete("2")
    #expect(trace.lines == ["a", "b", "a", "b"])
    kept.value[2].complete("3")
    kept.value[3].complete("4")
    #expect(trace.lines == ["a", "b", "a", "b", "n"])
  }

  @Test("FS-18: A coordinator stays open when its screens rest, and complete() completes it once per start")
  func coordinator() {
    let coordinator = NavigationFlowCoordinator(
      navigationController: "navigator", identifier: "coordinator", firstStep: instant("inner"))
    coordinator.nextStep = instant("n")
    coordinator.start()
    #expect(trace.lines == ["inner"])
    coordinator.complete()
    coordinator.complete()
    #expect(trace.lines == ["inner", "n"])
    coordinator.start()
    coordinator.complete()
    #expect(trace.lines == ["inner", "n", "inner", "n"])
  }

  @Test("A coordinator's screens may report again while it is open, but not after it completes")
  func coordinatorAtRest() {
    let inner = waiting("inner")
    inner.setCompletion { [trace] _, result in trace.note("inner(\(result ?? "nil"))") }
    let coordinator = NavigationFlowCoordinator(navigationController: 0, identifier: "coordinator", firstStep: inner)
    coordinator.nextStep = instant("n")
    coordinator.start()
    kept.value[0].complete("1")
    kept.value[0].complete("2")
    coordinator.complete()
    kept.value[0].complete("3")
    #expect(trace.lines == ["inner", "inner(1)", "inner(2)", "n"])
  }

  @Test("A coordinator can be part of a chain and of another coordinator")
  func nestedCoordinator() {
    let inner = NavigationFlowCoordinator(navigationController: 0, identifier: "inner", firstStep: waiting("a"))
    inner.nextStep = waiting("b")
    let outer = NavigationFlowCoordinator(navigationController: 0, identifier: "outer", firstStep: inner)
    outer.nextStep = instant("n")
    let first = instant("first")
    first.nextStep = outer
    first.start()
    inner.complete()
    outer.complete()
    #expect(trace.lines == ["first", "a", "b", "n"])
  }
}
