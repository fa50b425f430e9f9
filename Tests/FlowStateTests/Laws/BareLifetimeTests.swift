import FlowState
import TestSupport
import Testing

/// Law 6, for runs that were started by `start()`: they live as long as one of their handlers does.
@MainActor
struct BareLifetimeTests {
  typealias Handler = FlowStepHandler<Any, String>

  let objects = ObjectCounter()

  func step(_ identifier: String, _ kept: Box<[Handler]>) -> FlowStep<Any, String> {
    let alive = objects.makeObject()
    let step = FlowStep(Any.self, String.self, identifier: identifier) { _ in
      alive.touch()
      return kept.appendHandler()
    }
    step.setCompletion { _, _ in alive.touch() }
    return step
  }

  @Test("A bare run keeps its steps only while one of its handlers lives")
  func lastHandler() async throws {
    let kept = Box<[Handler]>([])
    do {
      let a = step("a", kept)
      a.nextStep = step("b", kept)
      a.start()
    }
    #expect(objects.living == 2)
    kept.value[0].complete("go")
    kept.value[1].complete("rest")
    kept.value[0].complete("go again")
    kept.value.removeFirst()
    #expect(objects.living == 1, "only the later step can be reached")
    kept.value = []
    try await mainQueueTurn()
    #expect(objects.living == 0)
  }

  @Test("A bare run releases its steps if its last handler is released while it waits")
  func abandoned() async throws {
    let kept = Box<[Handler]>([])
    step("a", kept).start()
    #expect(objects.living == 1)
    kept.value = []
    try await mainQueueTurn()
    #expect(objects.living == 0)
  }

  @Test("A bare run releases its observer with its last handler")
  func observer() {
    let kept = Box<[Handler]>([])
    let alive = objects.makeObject()
    step("a", kept).start(observer: LineObserver { [alive] _ in alive.touch() })
    kept.value[0].complete("rest")
    kept.value = []
    withExtendedLifetime(alive) {
      #expect(objects.living == 1)
    }
  }

  @Test("A coordinator is abandoned and released with the last handler of its screens")
  func coordinator() async throws {
    let kept = Box<[Handler]>([])
    let trace = Trace()
    do {
      let coordinator = NavigationFlowCoordinator(
        navigationController: objects.makeObject(), identifier: "coordinator", firstStep: step("screen", kept))
      coordinator.start(observer: trace)
    }
    kept.value[0].complete("rest")
    #expect(objects.living == 2)
    kept.value = []
    try await mainQueueTurn()
    #expect(objects.living == 0)
    #expect(trace.lines.last == "rest")
    #expect(trace.lines.contains("coordinator abandoned"))
  }

  @Test("A coordinator that its screen completes while both are cancelled is released")
  func completedWhileCancelled() async throws {
    let kept = Box<[Handler]>([])
    do {
      let screen = step("screen", kept)
      let coordinator = NavigationFlowCoordinator(
        navigationController: objects.makeObject(), identifier: "coordinator", firstStep: screen)
      screen.onCancel { [weak coordinator] in coordinator?.complete() }
      ConcurrentFlowStep(identifier: "group", steps: [coordinator, step("sibling", kept)]).start()
    }
    kept.value.last?.fail(TestError())
    kept.value = []
    try await mainQueueTurn()
    #expect(objects.living == 0)
  }

  @Test("A decorated update handler does not keep its handler alive")
  func decorated() {
    let trace = Trace()
    let step = FlowStep(Int.self, String.self, identifier: "a") { [objects] _ in
      let alive = objects.makeObject()
      let handler = FlowStepHandler(Int.self, String.self)
      handler.contentUpdateHandler = { _ in alive.touch() }
      let inner = handler.contentUpdateHandler
      handler.contentUpdateHandler = { content in
        trace.note("decorated")
        inner?(content)
      }
      return handler
    }
    step.start(observer: trace)
    #expect(trace.lines == ["a#1 run began", "a began", "decorated", "a abandoned", "rest"])
    #expect(objects.living == 0)
  }
}
