import Dispatch
import FlowState
import TestSupport
import Testing

/// User-defined types that conform to `Startable`, in the engine's chains, on the main queue.
@MainActor
struct ForeignStepTests {
  /// Finishes inside `start()`.
  final class ImmediateStep: Startable {
    let identifier: String
    var nextStep: (any Startable)?
    let trace: Trace

    init(_ identifier: String, _ trace: Trace, then next: (any Startable)? = nil) {
      self.identifier = identifier
      self.trace = trace
      nextStep = next
    }

    func start() {
      trace.note("\(identifier) plays")
      nextStep?.start()
    }
  }

  /// Finishes when the test calls `finish()`.
  final class LaterStep: Startable {
    let identifier: String
    var nextStep: (any Startable)?

    init(_ identifier: String, then next: (any Startable)? = nil) {
      self.identifier = identifier
      nextStep = next
    }

    func start() {}
    @MainActor func finish() { nextStep?.start() }
  }

  let harness = FlowHarness()
  var trace: Trace { harness.trace }

  @Test("A foreign step that finishes at once runs between two steps")
  func synchronous() {
    let immediate = ImmediateStep("immediate", trace, then: harness.instant("b"))
    harness.instant("a", then: immediate).start(observer: trace)
    #expect(
      trace.lines == [
        "a#1 run began", "a began", "a completed", "immediate began", "immediate plays", "immediate completed",
        "b began",
        "b completed", "rest",
      ])
    #expect(immediate.nextStep?.identifier == "b")
  }

  @Test("A foreign step that finishes later runs between two steps")
  func asynchronous() {
    let later = LaterStep("later", then: harness.instant("b"))
    harness.instant("a", then: later).start(observer: trace)
    #expect(trace.take().last == "later began")
    later.finish()
    #expect(trace.lines == ["later completed", "b began", "b completed", "rest"])
    #expect(later.nextStep?.identifier == "b")
  }

  @Test("A foreign step at the end of a chain brings the run to rest, and then has no next step")
  func last() {
    let later = LaterStep("later")
    harness.instant("a", then: later).start(observer: trace)
    later.finish()
    #expect(trace.lines.suffix(2) == ["later completed", "rest"])
    #expect(later.nextStep == nil)
  }

  @Test("Several foreign steps run in a row")
  func inARow() {
    let chain = ImmediateStep("1", trace, then: ImmediateStep("2", trace, then: ImmediateStep("3", trace)))
    harness.instant("a", then: chain).start()
    #expect(trace.lines == ["1 plays", "2 plays", "3 plays"])
  }

  @Test("Foreign steps can be children of a concurrent step, with chains")
  func children() {
    let later = LaterStep("later", then: harness.waiting("after"))
    let group = ConcurrentFlowStep(identifier: "group", steps: [later, ImmediateStep("immediate", trace)])
    group.nextStep = harness.instant("n")
    group.start(observer: trace)
    #expect(trace.take().suffix(2) == ["immediate plays", "immediate completed"])
    later.finish()
    #expect(trace.take() == ["later completed", "after began"])
    harness["after"]?.complete(nil)
    #expect(trace.lines == ["after completed", "group completed", "n began", "n completed", "rest"])
  }

  @Test("Foreign steps can be the first step and the next step of a coordinator")
  func coordinator() {
    let later = LaterStep("later")
    let coordinator = NavigationFlowCoordinator(navigationController: 0, identifier: "coordinator", firstStep: later)
    coordinator.nextStep = ImmediateStep("immediate", trace)
    coordinator.start(observer: trace)
    later.finish()
    coordinator.complete()
    #expect(
      trace.lines.suffix(6)
        == [
          "later completed", "rest", "coordinator completed", "immediate began", "immediate plays",
          "immediate completed", "rest",
        ].suffix(6))
  }

  @Test("Foreign steps run in a flow on the main queue, and the run ends with their chain")
  func inFlow() async throws {
    let trace = trace
    let flow = Flow(
      Any.self, String.self, identifier: "F",
      onMainActor: { scope in
        let last = FlowStep(Any.self, String.self, identifier: "last") { _ in nil }
        last.setCompletion { _, _ in scope.result = trace.take().joined() }
        return ImmediateStep("one ", trace, then: ImmediateStep("two ", trace, then: last))
      })
    #expect(try await flow.run() == "one  playstwo  plays")
  }

  @Test("A foreign step that drops its next step without starting it is abandoned")
  func abandoned() async throws {
    let later = LaterStep("later", then: harness.instant("b"))
    harness.instant("a", then: later).start(observer: trace)
    later.nextStep = nil
    try await mainQueueTurn()
    #expect(trace.lines.suffix(2) == ["later abandoned", "rest"])
  }

  @Test("A foreign step that starts twice in a chain has its next step restored each time")
  func loop() {
    let immediate = ImmediateStep("immediate", trace)
    let hub = harness.instant("hub")
    var turns = 0
    hub.setCompletion { hub, _ in
      turns += 1
      hub.nextStep = turns <= 2 ? immediate : nil
    }
    immediate.nextStep = hub
    hub.start()
    #expect(turns == 3)
    #expect(immediate.nextStep === hub)
    immediate.nextStep = nil
  }

  @Test("A cancelled foreign step has its own next step again")
  func cancelled() {
    let later = LaterStep("later", then: harness.instant("b"))
    let group = ConcurrentFlowStep(identifier: "group", steps: [later, harness.waiting("x")])
    group.start(observer: trace)
    harness["x"]?.fail(TestError())
    #expect(trace.lines.contains("later cancelled"))
    #expect(later.nextStep?.identifier == "b")
  }

  @Test("A foreign step is released when its run ends")
  func released() {
    let objects = ObjectCounter()
    weak var released: LaterStep?
    func run() {
      let later = LaterStep("later", then: harness.instant("b"))
      released = later
      let alive = objects.makeObject()
      let first = harness.instant("a", then: later)
      first.setCompletion { _, _ in alive.touch() }
      first.start()
      later.finish()
    }
    run()
    #expect(released == nil)
    #expect(objects.living == 0)
  }

  /// Starts its next step at each tap, inside `start()` or later.
  final class TappedStep: Startable {
    let identifier = "screen"
    var nextStep: (any Startable)?
    private let taps: Int

    init(tappedAtOnce taps: Int, then next: any Startable) {
      self.taps = taps
      nextStep = next
    }

    func start() {
      for _ in 0..<taps { nextStep?.start() }
    }

    @MainActor func tap() { nextStep?.start() }
  }

  @Test("A foreign step starts its next step once, however often it is tapped", arguments: 0...2)
  func tappedTwice(atOnce taps: Int) {
    let screen = TappedStep(tappedAtOnce: taps, then: harness.waiting("order"))
    let first = harness.instant("a", then: screen)
    first.start(observer: trace)
    for _ in taps..<3 { screen.tap() }
    #expect(trace.lines.filter { $0 == "order began" }.count == 1)
    #expect(trace.lines.filter { $0 == "screen extra" }.count == 2)
    harness["order"]?.complete("placed")
    #expect(trace.take().suffix(2) == ["order completed", "rest"])
    // At rest, the step has its own next step again, and another tap starts that step again.
    screen.tap()
    #expect(harness["order"] != nil)
    harness["order"]?.complete("placed again")
    #expect(screen.nextStep?.identifier == "order")
  }

  @Test("A foreign step of a flow has no next step after the run's end")
  func tappedAfterTheEnd() async throws {
    let screen = Box<TappedStep?>(nil)
    let trace = trace
    let flow = Flow(
      Any.self, String.self, identifier: "F",
      onMainActor: { scope in
        let last = FlowStep(Any.self, String.self, identifier: "last") { _ in nil }
        last.setCompletion { _, _ in scope.result = "ended" }
        let made = TappedStep(tappedAtOnce: 2, then: last)
        screen.value = made
        return made
      })
    #expect(try await flow.observed(by: trace).run() == "ended")
    #expect(trace.lines.filter { $0 == "last began" }.count == 1)
    screen.value?.tap()
    #expect(screen.value?.nextStep == nil)
    screen.value = nil
  }
}
