import Dispatch
import FlowState
import FlowStateTesting
import TestSupport
import Testing

/// Law 6: when a flow has ended, nothing of it is alive.
struct LifetimeTests {
  typealias Handler = FlowStepHandler<Any, String>

  let objects = ObjectCounter()
  let queue = ManualQueue()
  let handlers = LockedList<Handler>()
  let trace = Trace()

  /// A step that waits, whose closures and content keep something alive.
  static func step(_ identifier: String, _ objects: ObjectCounter, _ handlers: LockedList<Handler>) -> FlowStep<
    Any, String
  > {
    let alive = objects.makeObject()
    let step = FlowStep(Any.self, String.self, identifier: identifier) { step in
      let handler = Handler()
      let watcher = objects.makeObject()
      step.onContentUpdate { _ in watcher.touch() }
      handlers.append(handler)
      alive.touch()
      return handler
    }
    step.content = objects.makeObject()
    step.setCompletion { _, _ in alive.touch() }
    return step
  }

  /// Starts a flow on the manual queue. At its end, notes the outcome and the number of living objects.
  func start(_ flow: Flow<Any, String>) {
    flow.on(queue).start { [objects, trace] outcome in
      switch outcome {
      case .completed: trace.note("completed, \(objects.living) alive")
      case .failed(let error): trace.note("failed, \(objects.living) alive\(error is FlowError ? "" : "?")")
      case .cancelled: trace.note("cancelled, \(objects.living) alive")
      }
    }
    queue.play()
  }

  func cycle() -> Flow<Any, String> {
    Flow(Any.self, String.self, identifier: "Cycle") { [objects, handlers] _ in
      let a = LifetimeTests.step("a", objects, handlers)
      let b = LifetimeTests.step("b", objects, handlers)
      // Strong captures in both directions, links in both directions.
      a.setCompletion { a, _ in a.nextStep = b }
      b.setCompletion { b, result in b.nextStep = result == "stop" ? nil : a }
      return a
    }
  }

  @Test("A completed run leaves nothing alive, even of a cycle with strong captures")
  func rest() {
    start(cycle())
    for result in ["go", "on", "go", "stop"] {
      handlers.removeAll().last?.complete(result)
      queue.play()
    }
    #expect(trace.lines == ["completed, 0 alive"])
  }

  @Test("A failed run leaves nothing alive, even of a cycle with strong captures")
  func failure() {
    start(cycle())
    handlers.removeAll().last?.complete("go")
    queue.play()
    handlers.removeAll().last?.fail(TestError())
    queue.play()
    #expect(trace.lines == ["failed, 0 alive"])
  }

  @Test("An abandoned run leaves nothing alive")
  func abandonment() {
    start(cycle())
    handlers.removeAll()
    queue.play()
    #expect(trace.lines == ["failed, 0 alive"])
  }

  @Test("Cycles of steps that are made during the run are released at its end")
  func madeAlongTheWay() {
    start(
      Flow(Any.self, String.self, identifier: "Way") { [objects, handlers] _ in
        let first = LifetimeTests.step("first", objects, handlers)
        first.setCompletion { first, _ in
          let x = LifetimeTests.step("x", objects, handlers)
          let y = LifetimeTests.step("y", objects, handlers)
          x.setCompletion { x, _ in x.nextStep = y }
          y.setCompletion { y, result in y.nextStep = result == "stop" ? nil : x }
          first.nextStep = x
        }
        return first
      })
    for result in ["go", "x", "stop"] {
      handlers.removeAll().last?.complete(result)
      queue.play()
    }
    #expect(trace.lines == ["completed, 0 alive"])
  }

  @Test("Children that a failure cuts off are released, even if their handlers are kept")
  func cutOffChildren() {
    start(
      Flow(Any.self, String.self, identifier: "Group") { [objects, handlers] _ in
        let children = (0..<4).map { LifetimeTests.step("\($0)", objects, handlers) }
        let group = ConcurrentFlowStep(identifier: "group", steps: children)
        group.nextStep = children[0]
        return group
      })
    let waiting = handlers.removeAll()
    waiting[2].fail(TestError())
    queue.play()
    #expect(trace.lines == ["failed, 0 alive"], "what the test keeps of the handlers keeps nothing of the run")
    withExtendedLifetime(waiting) {}
  }

  @Test("A nested flow that fails is released, and so is the flow around it")
  func nestedFailure() {
    let inner = cycle()
    start(
      Flow(Any.self, String.self, identifier: "Outer") { [objects, handlers] _ in
        let first = LifetimeTests.step("first", objects, handlers)
        let nested = FlowStep(inner)
        nested.setCompletion { _, _ in _ = first }
        first.setCompletion { first, _ in first.nextStep = nested }
        return first
      })
    handlers.removeAll().last?.complete("go")
    queue.play()
    handlers.removeAll().last?.fail(TestError())
    queue.play()
    #expect(trace.lines == ["failed, 0 alive"])
  }

  @Test("A handler that is kept beyond the end keeps no step and no closure of the run alive")
  func keptHandler() {
    let kept = Handler()
    start(
      Flow(Any.self, String.self, identifier: "Kept") { [objects] scope in
        let alive = objects.makeObject()
        let step = FlowStep(Any.self, String.self, identifier: "step") { _ in
          alive.touch()
          return kept
        }
        step.setCompletion { step, _ in
          alive.touch()
          _ = step
        }
        return step
      })
    kept.complete("done")
    queue.play()
    kept.complete("again")
    queue.play()
    #expect(trace.lines == ["completed, 0 alive"])
  }

  @Test("A screen's handler that is kept beyond the end keeps neither coordinator nor navigator alive")
  func keptScreen() {
    let kept = Handler()
    start(
      Flow(Any.self, String.self, identifier: "Screens") { [objects] _ in
        let screen = FlowStep(Any.self, String.self, identifier: "screen") { _ in kept }
        let coordinator = NavigationFlowCoordinator(
          navigationController: objects.makeObject(), identifier: "coordinator", firstStep: screen)
        screen.setCompletion { _, _ in coordinator.complete() }
        return coordinator
      })
    kept.complete("done")
    queue.play()
    #expect(trace.lines == ["completed, 0 alive"])
  }

  @Test("A step that closes its own coordinator while it starts leaves nothing alive")
  func closedWhileStarting() {
    start(
      Flow(Any.self, String.self, identifier: "Screens") { [objects, handlers] _ in
        let screen = FlowStep(Any.self, String.self, identifier: "screen") { step in
          (step.content as? NavigationFlowCoordinator<CountedObject>)?.complete()
          return handlers.appendHandler()
        }
        let coordinator = NavigationFlowCoordinator(
          navigationController: objects.makeObject(), identifier: "coordinator", firstStep: screen)
        screen.content = coordinator
        return coordinator
      })
    handlers.removeAll()
    queue.play()
    #expect(trace.lines == ["completed, 0 alive"] || trace.lines == ["completed, 1 alive"])
    #expect(objects.living == 0)
  }

  @Test("A run that is kept does not keep a coordinator that was completed during the run's cancellation")
  func completedWhileCancelled() {
    let run = Flow(Any.self, String.self, identifier: "Screens") { [objects, handlers] _ in
      let screen = FlowStep(Any.self, String.self, identifier: "screen") { _ in handlers.appendHandler() }
      let coordinator = NavigationFlowCoordinator(
        navigationController: objects.makeObject(), identifier: "coordinator", firstStep: screen)
      coordinator.onCancel { [unowned coordinator] in coordinator.complete() }
      return coordinator
    }.on(queue).start { [objects, trace] outcome in trace.note("\(outcome), \(objects.living) alive") }
    queue.play()
    #expect(objects.living == 1)
    run.cancel()
    handlers.removeAll()
    queue.play()
    #expect(objects.living == 0)
    withExtendedLifetime(run) {}
  }

  @Test("Another thread may release the last handler")
  func releasedElsewhere() {
    start(cycle())
    onThreads(1) { [handlers] _ in handlers.removeAll() }
    queue.play()
    #expect(trace.lines == ["failed, 0 alive"])
  }
}
