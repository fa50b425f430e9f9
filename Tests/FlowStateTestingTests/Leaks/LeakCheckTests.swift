import FlowState
import FlowStateTesting
import TestSupport
import Testing

struct LeakCheckTests {
  let harness = FlowHarness(clockPlaysQueue: true)
  let leaks = LeakCheck()

  @Test("nothing is alive of a run that has ended, cycles and strong captures included")
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
    // Those that the test holds itself.
    #expect(leaks.survivors == ["handler of step 'a'", "handler of step 'b'"])
    harness.letGo()
    try leaks.requireNothingAlive()
  }

  @Test("a step that somebody keeps is named, however the run ends", arguments: ["rest", "failure", "cancellation"])
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

  @Test("steps that are made along the way, and those of nested runs, are noted too")
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

  @Test("a run that has not begun is named, so that a check that is asked too early does not pass")
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

  @Test("objects of the test's own")
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

  @Test("the error lists what is alive")
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

  @Test("runs on many queues at once share one check")
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

  @Test("a late report that keeps a handler alive: play the queue first")
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

  /// An object that keeps itself, as by a delegate that nobody clears.
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
    "observers and context values that live on are seen without being told of, unless they may",
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

  @Test("objects in collections and optionals of the context are seen too")
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

  @Test("a task that goes on, and the work of operators, are named while they are there")
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

  @Test("a step of a chain has the name of its declaration")
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

  @Test("runs of several flows of one name are counted one by one")
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
