import FlowChains
import FlowState
import FlowStateTesting
import TestSupport
import Testing

struct LeakCheckTests {
  let harness = FlowHarness(clockPlaysQueue: true)
  let leaks = LeakCheck()

  @Test("An ended run leaves nothing alive, even with cycles and strong captures")
  func nothing() throws {
    harness.start(
      harness.recordedFlow { [harness] _ in
        let (a, b) = (harness.waiting("a"), harness.waiting("b"))
        a.setCompletion { _, _ in b.content = a.content }
        b.setCompletion { _, _ in a.content = b.content }
        (a.nextStep, b.nextStep) = (b, nil)
        return a
      }
      .watched(by: leaks))
    #expect(leaks.survivors == ["handler of step 'a'", "run F#1", "step 'a'", "step 'b'"])
    harness.complete("a")
    harness.complete("b")
    // The test itself holds these handlers.
    #expect(leaks.survivors == ["handler of step 'a'", "handler of step 'b'"])
    harness.letGo()
    try leaks.requireNothingAlive()
  }

  @Test(
    "A check names a step that is kept after its run, however the run ends",
    arguments: ["rest", "failure", "cancellation"])
  func keptStep(ending: String) {
    let kept = Box<[AnyFlowStep]?>(nil)
    let run = harness.start(
      harness.recordedFlow { [harness] _ in
        let (a, b) = (harness.waiting("a"), harness.waiting("b"))
        kept.value = [b, b]
        return a
      }
      .watched(by: leaks))
    switch ending {
    case "rest": harness.complete("a")
    case "failure": harness.fail("a", TestError())
    default: run.cancel()
    }
    harness.queue.play()
    harness.letGo()
    #expect(leaks.survivors == ["step 'b'"])
    kept.value = nil
    #expect(leaks.survivors == [])
  }

  @Test("A check watches steps that are created during a run, and the steps of nested runs")
  func alongTheWay() {
    let kept = Box<[AnyFlowStep]?>(nil)
    kept.value = []
    let step: @Sendable (String) -> FlowStep<Any, String> = { name in
      let step = FlowStep(Any.self, String.self, identifier: name) { _ in nil }
      kept.value?.append(step)
      return step
    }
    let inner = Flow(Any.self, String.self, identifier: "Inner") { _ in step("inner") }
    harness.start(
      harness.recordedFlow { _ in
        let first = step("first")
        first.setCompletion { first, _ in
          let made = step("made")
          made.nextStep = FlowStep(inner, identifier: "nested")
          first.nextStep = made
        }
        return first
      }
      .watched(by: leaks))
    #expect(leaks.survivors == ["step 'first'", "step 'inner'", "step 'made'"])
  }

  @Test("A check names runs that haven't begun, so that an early check doesn't pass")
  func tooEarly() throws {
    let queue = ManualQueue()
    let flow = Flow(Any.self, String.self, identifier: "F") { _ in
      FlowStep(
        Flow(Any.self, String.self, identifier: "Inner") { _ in
          FlowStep(Any.self, String.self, identifier: "a") { _ in nil }
        })
    }
    .on(queue).watched(by: leaks)
    flow.start()
    flow.start()
    #expect(leaks.survivors == ["run F#1", "run F#2"])
    #expect(throws: LeakError(survivors: ["run F#1", "run F#2"])) { try leaks.requireNothingAlive() }
    queue.play()
    try leaks.requireNothingAlive()
  }

  @Test("A check watches objects of the test's own")
  func ownObjects() {
    final class Screen {}
    var screen: Screen? = Screen()
    if let screen {
      leaks.note(screen, as: "screen")
      leaks.note(screen, as: "the screen")
    }
    #expect(leaks.survivors == ["the screen"])
    screen = nil
    #expect(leaks.survivors == [])
  }

  @Test("The error lists everything that is alive")
  func error() throws {
    let kept = Box<[AnyFlowStep]?>(nil)
    kept.value = []
    let flow = harness.recordedFlow { _ in
      let step = FlowStep(Any.self, String.self, identifier: "a") { _ in nil }
      kept.value?.append(step)
      return step
    }
    .watched(by: leaks)
    harness.start(flow)
    #expect(throws: LeakError(survivors: ["step 'a'"])) { try leaks.requireNothingAlive() }
    harness.start(flow)
    let error = #expect(throws: LeakError.self) { try leaks.requireNothingAlive() }
    #expect(error?.description == "Still alive: step 'a', step 'a'.")
  }

  @Test("Concurrent runs can share one check")
  func manyRuns() async throws {
    let flow = Flow(Any.self, String.self, identifier: "F") { _ in
      let a = FlowStep(Any.self, String.self, identifier: "a") { _ in nil }
      a.nextStep = FlowStep(Any.self, String.self, identifier: "b") { _ in nil }
      return a
    }
    .watched(by: leaks)
    try await withThrowingTaskGroup(of: Void.self) { [leaks] group in
      for _ in 0..<50 {
        group.addTask {
          _ = try await flow.run()
          _ = leaks.survivors
        }
      }
      try await group.waitForAll()
    }
    try leaks.requireNothingAlive()
  }

  @Test("The error for a handler that a late report keeps alive says to play the queue first")
  func lateReport() throws {
    let run = harness.start(harness.recordedFlow { [harness] _ in harness.waiting("a") }.watched(by: leaks))
    run.cancel()
    harness.queue.play()
    harness.takeHandlers().first?.complete("late")
    let error = #expect(throws: LeakError.self) { try leaks.requireNothingAlive() }
    #expect(
      error?.description
        == "Still alive: handler of step 'a'. Late reports wait on the queue of F#1; play the queue first.")
    harness.queue.play()
    try leaks.requireNothingAlive()
  }

  /// An object that keeps itself alive, like a delegate reference that is never cleared.
  private final class Selfish: FlowObserver, @unchecked Sendable {
    var itself: Selfish?

    init(isSelfish: Bool = true) {
      if isSelfish { itself = self }
    }

    func receive(_ event: FlowEvent) {}
  }

  enum Cart: FlowContextKey { typealias Value = AnyObject }
  enum Count: FlowContextKey { typealias Value = Int }

  @Test(
    "A check finds observers and context values that stay alive, unless it ignores them",
    arguments: [true, false])
  func observersAndValues(isSelfish: Bool) throws {
    let service = Selfish(isSelfish: false)
    leaks.ignore(service)
    let own = Selfish()
    defer { own.itself = nil }
    harness.flow("F") { scope in
      scope.context[Cart.self] = Selfish(isSelfish: isSelfish)
      scope.context[Count.self] = 1
      let inner = Flow(Any.self, String.self, identifier: "Inner") { scope in
        scope.context[Cart.self] = service
        return FlowStep(Any.self, String.self, identifier: "a") { _ in nil }
      }
      return FlowStep(inner.observed(by: [service, Selfish(isSelfish: isSelfish)]))
    }
    .observed(by: own).watched(by: leaks).start()
    harness.queue.play()
    #expect(
      leaks.survivors == (isSelfish ? ["context value of type Selfish", "observer of type Selfish"] : []))
    withExtendedLifetime(service) {}
  }

  enum Carts: FlowContextKey { typealias Value = [String: [AnyObject?]] }

  @Test("A check finds objects in collections and optionals of the context")
  func collections() {
    let (one, other) = (Selfish(), Selfish())
    defer { (one.itself, other.itself) = (nil, nil) }
    harness.flow("F") { scope in
      scope.context[Carts.self] = ["a": [one, nil], "b": [other]]
      return FlowStep(Any.self, String.self, identifier: "a") { _ in nil }
    }
    .watched(by: leaks).start()
    harness.queue.play()
    #expect(leaks.survivors == ["context value of type Selfish", "context value of type Selfish"])
  }

  @Test("A check names running tasks and the work of operators while they exist")
  func tasksAndOperators() throws {
    let go = AsyncStream.makeStream(of: Void.self)
    let (a, b) = (harness.clock.taskClock, harness.waiting("b"))
    _ = b
    let run = harness.start(
      harness.recordedFlow { _ in
        FlowStep(Any.self, String.self, identifier: "Load") { _ in
          try? await Task.sleep(for: .seconds(1), clock: a)
          for await _ in go.stream {}
          return nil
        }
        .timeout(.seconds(5)).map { $0 }
      }
      .watched(by: leaks))
    let waiting = [
      "handler of step 'Load'", "run F#1", "step 'Load'", "step 'Load'", "step 'Load'", "task of step 'Load'",
      "work of step 'Load' (map)", "work of step 'Load' (timeout)",
    ]
    #expect(leaks.survivors == waiting)
    run.cancel()
    harness.queue.play()
    try leaks.requireNothingAlive()
  }

  @Test("A check names a step of a chain by its declaration")
  func declaredNames() throws {
    let kept = Box<AnyFlowStep?>(nil)
    let declaration = FlowStepDeclaration(Any.self, String.self, identifier: "pay") { _ in
      let step = FlowStep(Any.self, String.self, identifier: "made") { _ in nil }
      kept.value = step
      return step
    }
    harness.start(try Flow(FlowChain("F") { declaration }, Any.self, String.self).on(harness.queue).watched(by: leaks))
    #expect(leaks.survivors == ["step 'pay'"])
    kept.value = nil
  }

  @Test("A check counts the runs of several flows of one name separately")
  func sameName() {
    let queue = ManualQueue()
    let handlers = Box<[FlowStepHandler<Any, String>]>([])
    for _ in 0..<2 {
      Flow(Any.self, String.self, identifier: "F") { _ in
        FlowStep(Any.self, String.self, identifier: "a") { _ in
          let handler = FlowStepHandler(Any.self, String.self)
          handlers.value.append(handler)
          return handler
        }
      }
      .on(queue).watched(by: leaks).start()
    }
    queue.play()
    handlers.value.removeFirst().complete(nil)
    queue.play()
    #expect(leaks.survivors.filter { $0.hasPrefix("run") } == ["run F#1"])
    handlers.value.removeFirst().complete(nil)
    queue.play()
    #expect(leaks.survivors == [])
  }
}
