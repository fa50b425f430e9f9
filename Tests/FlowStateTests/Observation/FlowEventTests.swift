import FlowState
import FlowStateTesting
import Testing

/// What an observer is told, whole: numbers, places and lanes.
@MainActor
struct FlowEventTests {
  /// Writes each event as `sequence run/lane/visit what`.
  struct Log: FlowObserver {
    let trace = Trace()

    func receive(_ event: FlowEvent) {
      let parent = if case .runBegan(let parent?) = event.kind { " in \(Log.short(parent))" } else { "" }
      trace.note("\(event.sequence) \(Log.short(event.place)) \(Trace.line(for: event))\(parent)")
      if event.run != event.place.run { trace.note("an event of another run") }
    }

    static func short(_ place: FlowPlace) -> String { "\(place.run.flow)/\(place.lane)/\(place.visit)" }
  }

  let stage = Stage()
  let log = Log()

  func start(_ first: @escaping @MainActor () -> any Startable) {
    stage.flow("F") { _ in first() }.observed(by: log).start()
    stage.queue.play()
  }

  @Test("a chain: began, content, completed, rest, end")
  func chain() {
    start {
      let b = stage.waiting("b")
      let a = stage.instant("a", then: b)
      a.setCompletion { _, _ in b.content = 1 }
      return a
    }
    stage.complete("b")
    #expect(
      log.trace.lines == [
        "1 F/0/0 F#1 run began", "2 F/0/1 a began", "3 F/0/1 a completed", "4 F/0/1 b content", "5 F/0/2 b began",
        "6 F/0/2 b completed", "7 F/0/2 rest", "8 F/0/2 F#1 completed",
      ])
  }

  @Test("a failure: the step's, then the run's")
  func failure() {
    start { stage.instant("a", then: stage.waiting("b")) }
    stage.fail("b")
    #expect(log.trace.lines.suffix(2) == ["5 F/0/2 b failed: mishap", "6 F/0/2 F#1 failed"])
  }

  @Test("the error of an event is the one that the run throws")
  func errors() throws {
    struct Errors: FlowObserver {
      let kept = Shelf<FlowError>()
      func receive(_ event: FlowEvent) {
        switch event.kind {
        case .stepFailed(let error), .stepAbandoned(let error): kept.put(error)
        case .runEnded(.failed(let error as FlowError)): kept.put(error)
        default: break
        }
      }
    }
    let errors = Errors()
    stage.flow("F") { _ in stage.waiting("a") }.observed(by: errors).start()
    stage.queue.play()
    stage.letGo(of: "a")
    let expected = FlowError(
      step: "a", place: FlowPlace(run: FlowRunID(flow: "F", number: 1), lane: 0, visit: 1), reason: .abandoned)
    #expect(errors.kept.all.map(\.description) == [expected.description, expected.description])
  }

  @Test("an abandonment takes the place of the failure")
  func abandonment() {
    start { stage.waiting("a") }
    stage.letGo(of: "a")
    #expect(
      log.trace.lines == ["1 F/0/0 F#1 run began", "2 F/0/1 a began", "3 F/0/1 a abandoned", "4 F/0/1 F#1 failed"])
  }

  @Test("children have a lane each; their chains' ends are not told, the group's completion is")
  func concurrent() {
    start {
      let group = ConcurrentFlowStep(
        identifier: "group", steps: [stage.instant("a", then: stage.waiting("a2")), stage.waiting("b")])
      group.nextStep = stage.instant("n")
      return group
    }
    stage.complete("b", "a2")
    #expect(
      log.trace.lines == [
        "1 F/0/0 F#1 run began", "2 F/0/1 group began", "3 F/1/2 a began", "4 F/1/2 a completed", "5 F/1/3 a2 began",
        "6 F/2/4 b began", "7 F/2/4 b completed", "8 F/1/3 a2 completed", "9 F/0/1 group completed", "10 F/0/5 n began",
        "11 F/0/5 n completed", "12 F/0/5 rest", "13 F/0/5 F#1 completed",
      ])
  }

  @Test("children that are cut off are cancelled in their lanes")
  func cancelled() {
    start { ConcurrentFlowStep(identifier: "group", steps: [stage.waiting("a"), stage.waiting("b")]) }
    _ = log.trace.take()
    stage.fail("a")
    #expect(
      log.trace.lines == [
        "5 F/1/2 a failed: mishap", "6 F/2/3 b cancelled",
        "7 F/0/1 group failed: Step 'a' failed (visit 2 of run F#1, lane 1): mishap", "8 F/0/1 F#1 failed",
      ])
  }

  @Test("a nested run counts its own events, and says where it is nested")
  func nested() {
    let inner = stage.flow("Inner") { _ in stage.waiting("i") }
    start { stage.instant("a", then: FlowStep(inner, identifier: "nested")) }
    stage.complete("i")
    #expect(
      log.trace.lines == [
        "1 F/0/0 F#1 run began", "2 F/0/1 a began", "3 F/0/1 a completed", "4 F/0/2 nested began",
        "1 Inner/0/0 Inner#1 run began in F/0/2", "2 Inner/0/1 i began", "3 Inner/0/1 i completed",
        "4 Inner/0/1 rest", "5 Inner/0/1 Inner#1 completed", "5 F/0/2 nested completed", "6 F/0/2 rest",
        "7 F/0/2 F#1 completed",
      ])
  }

  @Test("an extra completion is told by the step's name, while the run moves and after it has ended")
  func extra() {
    start { stage.waiting("a", then: stage.waiting("b")) }
    stage.complete("a", "a", "b", "b", "a")
    #expect(
      log.trace.lines == [
        "1 F/0/0 F#1 run began", "2 F/0/1 a began", "3 F/0/1 a completed", "4 F/0/2 b began", "5 F/0/2 a extra",
        "6 F/0/2 b completed", "7 F/0/2 rest", "8 F/0/2 F#1 completed", "9 F/0/2 b extra", "10 F/0/2 a extra",
      ])
  }

  @Test("a coordinator's screens have a lane, which rests, and moves, and is visited again")
  func coordinator() throws {
    let made = Kept<NavigationFlowCoordinator<Int>>()
    start {
      made.all.append(
        NavigationFlowCoordinator(
          navigationController: 0, identifier: "coordinator", firstStep: stage.waiting("a", then: stage.instant("b"))))
      return made.all[0]
    }
    stage.complete("a", "a")
    made.all[0].complete()
    stage.queue.play()
    #expect(
      log.trace.lines == [
        "1 F/0/0 F#1 run began", "2 F/0/1 coordinator began", "3 F/1/2 a began", "4 F/1/2 a completed",
        "5 F/1/3 b began", "6 F/1/3 b completed", "7 F/1/3 rest", "8 F/1/4 a completed", "9 F/1/5 b began",
        "10 F/1/5 b completed", "11 F/1/5 rest", "12 F/0/1 coordinator completed", "13 F/0/1 rest",
        "14 F/0/1 F#1 completed",
      ])
  }

  @Test("an event that a test makes holds what it was given")
  func made() {
    let place = FlowPlace(run: FlowRunID(flow: "Profile", number: 2), lane: 1, visit: 3)
    let event = FlowEvent(sequence: 4, time: .seconds(5), step: "a", place: place, kind: .stepBegan)
    #expect(event.run == place.run)
    #expect(event.place == place)
    #expect(event.sequence == 4)
    #expect(event.time == .seconds(5))
    #expect(event.step == "a")
    guard case .stepBegan = event.kind else { return #expect(Bool(false), "\(event.kind)") }
  }
}
