import FlowState
import FlowStateTesting
import TestSupport
import Testing

/// Law 2: a step that was started settles exactly once, and surplus reports are extra.
@MainActor
struct SettlementTests {
  typealias Handler = FlowStepHandler<Any, String>

  let trace = Trace()
  let kept = Box<[Handler]>([])
  let queue = ManualQueue()

  func waiting(_ identifier: String) -> FlowStep<Any, String> {
    FlowStep(Any.self, String.self, identifier: identifier) { [kept] _ in
      kept.appendHandler()
    }
  }

  /// Starts a flow on the main actor and plays it until it waits.
  func start(_ steps: @escaping @MainActor () -> any Startable) {
    let flow = Flow(Any.self, String.self, identifier: "F", onMainActor: { _ in steps() })
    flow.on(queue).observed(by: trace).start()
    queue.play()
  }

  /// Settles a step in the given way, then tries every other way.
  @Test(
    "After the first report of a step, every other report is extra",
    arguments: ["complete", "fail", "nil"], ["complete", "fail", "nil"])
  func once(first: String, second: String) {
    func report(_ how: String) {
      switch how {
      case "complete": kept.value[0].complete("r")
      case "fail": kept.value[0].fail(TestError())
      default: kept.value[0].complete(nil)
      }
    }
    start { waiting("a") }
    report(first)
    report(second)
    queue.play()
    report(second)
    queue.play()
    let settled = first == "fail" ? ["a failed: mishap", "F#1 failed"] : ["a completed", "rest", "F#1 completed"]
    #expect(trace.lines == ["F#1 run began", "a began"] + settled + ["a extra", "a extra"])
  }

  @Test("A step whose completion closure closes its coordinator completes and is not cancelled")
  func closingCoordinator() {
    let screen = waiting("screen")
    let coordinator = NavigationFlowCoordinator(navigationController: 0, identifier: "coordinator", firstStep: screen)
    screen.setCompletion { [unowned coordinator] _, _ in coordinator.complete() }
    coordinator.start(observer: trace)
    kept.value[0].complete("done")
    #expect(
      trace.lines == [
        "coordinator#1 run began", "coordinator began", "screen began", "screen completed", "coordinator completed",
        "rest",
      ])
  }

  @Test("A step whose intent closes its coordinator settles once, whatever the intent returns", arguments: 0..<4)
  func closingCoordinatorInIntent(kind: Int) {
    let screen = FlowStep(Any.self, String.self, identifier: "screen") { [kept] step in
      (step.content as? NavigationFlowCoordinator<Int>)?.complete()
      let handler = Handler()
      switch kind {
      case 0: return nil
      case 1: handler.complete("early")
      case 2: handler.fail(TestError())
      default: kept.value.append(handler)
      }
      return handler
    }
    let coordinator = NavigationFlowCoordinator(navigationController: 0, identifier: "coordinator", firstStep: screen)
    screen.content = coordinator
    coordinator.start(observer: trace)
    let settlement = ["screen completed", "screen completed", "screen failed: mishap", "screen cancelled"][kind]
    #expect(
      trace.lines == [
        "coordinator#1 run began", "coordinator began", "screen began", settlement, "coordinator completed", "rest",
      ])
    screen.content = nil
  }

  @Test("Children that a failure cuts off are cancelled from the inside out and report nothing extra")
  func cutOff() {
    let inner = Flow(Any.self, String.self, identifier: "Inner", onMainActor: { _ in waiting("innermost") }).on(queue)
    start {
      ConcurrentFlowStep(
        identifier: "group", steps: [FlowStep(inner, identifier: "nested"), waiting("b"), waiting("c")])
    }
    kept.value[1].fail(TestError())
    queue.play()
    #expect(
      trace.lines == [
        "F#1 run began", "group began", "nested began", "Inner#1 run began", "innermost began", "b began", "c began",
        "b failed: mishap", "c cancelled", "innermost cancelled", "Inner#1 cancelled", "nested cancelled",
        "group failed: Step 'b' failed (visit 3 of run F#1, lane 2): mishap", "F#1 failed",
      ])
  }

  @Test("Releasing a handler on the run's queue calls no closure of the run inside that statement")
  func letGoOnTheQueue() {
    start {
      let step = waiting("a")
      step.setFailure { [trace] _ in
        trace.note("route")
        return .fail
      }
      return step
    }
    _ = trace.take()
    queue.perform {
      kept.value = []
      trace.note("let go")
    }
    queue.play()
    #expect(trace.lines.prefix(3) == ["let go", "a abandoned", "route"])
  }

  @Test("Reports after the run's end are extra")
  func afterTheEnd() {
    start { waiting("a") }
    kept.value[0].complete("r")
    queue.play()
    _ = trace.take()
    for _ in 0..<3 { kept.value[0].complete("late") }
    kept.value[0].fail(TestError())
    queue.play()
    #expect(trace.lines == ["a extra", "a extra", "a extra", "a extra"])
  }
}
