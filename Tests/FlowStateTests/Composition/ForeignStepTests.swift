import Dispatch
import FlowState
import Testing

/// Types of the user's own that conform to `Startable`, in chains of the engine's, on the main queue.
@MainActor
struct ForeignStepTests {
  /// Finishes inside `start()`.
  final class Chime: Startable {
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

  /// Finishes when the test says so.
  final class Bell: Startable {
    let identifier: String
    var nextStep: (any Startable)?

    init(_ identifier: String, then next: (any Startable)? = nil) {
      self.identifier = identifier
      nextStep = next
    }

    func start() {}
    @MainActor func finish() { nextStep?.start() }
  }

  let stage = Stage()
  var trace: Trace { stage.trace }

  @Test("one that finishes at once, between two steps")
  func synchronous() {
    let chime = Chime("chime", trace, then: stage.instant("b"))
    stage.instant("a", then: chime).start(observer: trace)
    #expect(
      trace.lines == [
        "a#1 run began", "a began", "a completed", "chime began", "chime plays", "chime completed", "b began",
        "b completed", "rest",
      ])
    #expect(chime.nextStep?.identifier == "b")
  }

  @Test("one that finishes later, between two steps")
  func asynchronous() {
    let bell = Bell("bell", then: stage.instant("b"))
    stage.instant("a", then: bell).start(observer: trace)
    #expect(trace.take().last == "bell began")
    bell.finish()
    #expect(trace.lines == ["bell completed", "b began", "b completed", "rest"])
    #expect(bell.nextStep?.identifier == "b")
  }

  @Test("one at the end of the chain: the run comes to rest when it is done, and it has no next step then")
  func last() {
    let bell = Bell("bell")
    stage.instant("a", then: bell).start(observer: trace)
    bell.finish()
    #expect(trace.lines.suffix(2) == ["bell completed", "rest"])
    #expect(bell.nextStep == nil)
  }

  @Test("several in a row")
  func inARow() {
    let chain = Chime("1", trace, then: Chime("2", trace, then: Chime("3", trace)))
    stage.instant("a", then: chain).start()
    #expect(trace.lines == ["1 plays", "2 plays", "3 plays"])
  }

  @Test("as children of a concurrent step, with chains")
  func children() {
    let bell = Bell("bell", then: stage.waiting("after"))
    let group = ConcurrentFlowStep(identifier: "group", steps: [bell, Chime("chime", trace)])
    group.nextStep = stage.instant("n")
    group.start(observer: trace)
    #expect(trace.take().suffix(2) == ["chime plays", "chime completed"])
    bell.finish()
    #expect(trace.take() == ["bell completed", "after began"])
    stage["after"]?.complete(nil)
    #expect(trace.lines == ["after completed", "group completed", "n began", "n completed", "rest"])
  }

  @Test("as the first step of a coordinator, and as a coordinator's next step")
  func coordinator() {
    let bell = Bell("bell")
    let coordinator = NavigationFlowCoordinator(navigationController: 0, identifier: "coordinator", firstStep: bell)
    coordinator.nextStep = Chime("chime", trace)
    coordinator.start(observer: trace)
    bell.finish()
    coordinator.complete()
    #expect(
      trace.lines.suffix(6)
        == [
          "bell completed", "rest", "coordinator completed", "chime began", "chime plays", "chime completed", "rest",
        ].suffix(6))
  }

  @Test("in a flow on the main queue, and the run ends when its chain does")
  func inFlow() async throws {
    let trace = trace
    let flow = Flow(
      Any.self, String.self, identifier: "F",
      onMainActor: { scope in
        let last = FlowStep(Any.self, String.self, identifier: "last") { _ in nil }
        last.setCompletion { _, _ in scope.result = trace.take().joined() }
        return Chime("one ", trace, then: Chime("two ", trace, then: last))
      })
    #expect(try await flow.run() == "one  playstwo  plays")
  }

  @Test("one that drops its next step without starting it has abandoned its work")
  func abandoned() async {
    let bell = Bell("bell", then: stage.instant("b"))
    stage.instant("a", then: bell).start(observer: trace)
    bell.nextStep = nil
    await mainQueueTurn()
    #expect(trace.lines.suffix(2) == ["bell abandoned", "rest"])
  }

  @Test("a type that starts twice in one chain is restored each time")
  func loop() {
    let chime = Chime("chime", trace)
    let hub = stage.instant("hub")
    var turns = 0
    hub.setCompletion { hub, _ in
      turns += 1
      hub.nextStep = turns <= 2 ? chime : nil
    }
    chime.nextStep = hub
    hub.start()
    #expect(turns == 3)
    #expect(chime.nextStep === hub)
    chime.nextStep = nil
  }

  @Test("one that was cancelled has its own next step back, and what it does then starts that by itself")
  func cancelled() {
    let bell = Bell("bell", then: stage.instant("b"))
    let group = ConcurrentFlowStep(identifier: "group", steps: [bell, stage.waiting("x")])
    group.start(observer: trace)
    stage["x"]?.fail(Mishap())
    #expect(trace.lines.contains("bell cancelled"))
    #expect(bell.nextStep?.identifier == "b")
  }

  @Test("nothing of one is left when its run has ended")
  func released() {
    let census = Census()
    weak var released: Bell?
    func run() {
      let bell = Bell("bell", then: stage.instant("b"))
      released = bell
      let alive = census.newborn()
      let first = stage.instant("a", then: bell)
      first.setCompletion { _, _ in alive.touch() }
      first.start()
      bell.finish()
    }
    run()
    #expect(released == nil)
    #expect(census.living == 0)
  }
}
