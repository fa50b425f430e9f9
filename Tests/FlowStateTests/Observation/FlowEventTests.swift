import FlowState
import FlowStateTesting
import TestSupport
import Testing

/// The complete events that an observer receives: numbers, places, and lanes.
@MainActor
struct FlowEventTests {
  /// Writes each event as `sequence run/lane/visit event`.
  struct Log: FlowObserver {
    let trace = Trace()

    func receive(_ event: FlowEvent) {
      let parent = if case .runBegan(let parent?) = event.kind { " in \(Log.short(parent))" } else { "" }
      trace.note("\(event.sequence) \(Log.short(event.place)) \(FlowRecorder.line(for: event))\(parent)")
      if event.run != event.place.run { trace.note("an event of another run") }
    }

    static func short(_ place: FlowPlace) -> String { "\(place.run.flow)/\(place.lane)/\(place.visit)" }
  }

  let harness = FlowHarness()
  let log = Log()

  func start(_ first: @escaping @MainActor () -> any Startable) {
    harness.mainActorFlow("F") { _ in first() }.observed(by: log).start()
    harness.queue.play()
  }

  @Test("Events of a chain report each step's start, content, and completion, then the rest and the end")
  func chain() {
    start {
      let b = harness.waiting("b")
      let a = harness.instant("a", then: b)
      a.setCompletion { _, _ in b.content = 1 }
      return a
    }
    harness.complete("b")
    #expect(
      log.trace.lines == [
        "1 F/0/0 F#1 run began", "2 F/0/1 a began", "3 F/0/1 a completed", "4 F/0/1 b content", "5 F/0/2 b began",
        "6 F/0/2 b completed", "7 F/0/2 rest", "8 F/0/2 F#1 completed",
      ])
  }

  @Test("A failure is reported for the step and then for the run")
  func failure() {
    start { harness.instant("a", then: harness.waiting("b")) }
    harness.fail("b")
    #expect(log.trace.lines.suffix(2) == ["5 F/0/2 b failed: mishap", "6 F/0/2 F#1 failed"])
  }

  @Test("The error of an event is the error that ends the run")
  func errors() throws {
    struct Errors: FlowObserver {
      let kept = LockedList<FlowError>()
      func receive(_ event: FlowEvent) {
        switch event.kind {
        case .stepFailed(let error), .stepAbandoned(let error): kept.append(error)
        case .runEnded(.failed(let error as FlowError)): kept.append(error)
        default: break
        }
      }
    }
    let errors = Errors()
    harness.mainActorFlow("F") { _ in harness.waiting("a") }.observed(by: errors).start()
    harness.queue.play()
    harness.letGo(of: "a")
    let expected = FlowError(
      step: "a", place: FlowPlace(run: FlowRunID(flow: "F", number: 1), lane: 0, visit: 1), reason: .abandoned)
    #expect(errors.kept.all.map(\.description) == [expected.description, expected.description])
  }

  @Test("An abandonment is reported in place of a failure")
  func abandonment() {
    start { harness.waiting("a") }
    harness.letGo(of: "a")
    #expect(
      log.trace.lines == ["1 F/0/0 F#1 run began", "2 F/0/1 a began", "3 F/0/1 a abandoned", "4 F/0/1 F#1 failed"])
  }

  @Test("Each child has a lane of its own, whose end is not reported as an event")
  func concurrent() {
    start {
      let group = ConcurrentFlowStep(
        identifier: "group", steps: [harness.instant("a", then: harness.waiting("a2")), harness.waiting("b")])
      group.nextStep = harness.instant("n")
      return group
    }
    harness.complete("b", "a2")
    #expect(
      log.trace.lines == [
        "1 F/0/0 F#1 run began", "2 F/0/1 group began", "3 F/1/2 a began", "4 F/1/2 a completed", "5 F/1/3 a2 began",
        "6 F/2/4 b began", "7 F/2/4 b completed", "8 F/1/3 a2 completed", "9 F/0/1 group completed", "10 F/0/5 n began",
        "11 F/0/5 n completed", "12 F/0/5 rest", "13 F/0/5 F#1 completed",
      ])
  }

  @Test("Children that are cut off are reported as cancelled in their lanes")
  func cancelled() {
    start { ConcurrentFlowStep(identifier: "group", steps: [harness.waiting("a"), harness.waiting("b")]) }
    _ = log.trace.take()
    harness.fail("a")
    #expect(
      log.trace.lines == [
        "5 F/1/2 a failed: mishap", "6 F/2/3 b cancelled",
        "7 F/0/1 group failed: Step 'a' failed (visit 2 of run F#1, lane 1): mishap", "8 F/0/1 F#1 failed",
      ])
  }

  @Test("A nested run numbers its own events and reports its place in the outer run")
  func nested() {
    let inner = harness.mainActorFlow("Inner") { _ in harness.waiting("i") }
    start { harness.instant("a", then: FlowStep(inner, identifier: "nested")) }
    harness.complete("i")
    #expect(
      log.trace.lines == [
        "1 F/0/0 F#1 run began", "2 F/0/1 a began", "3 F/0/1 a completed", "4 F/0/2 nested began",
        "1 Inner/0/0 Inner#1 run began in F/0/2", "2 Inner/0/1 i began", "3 Inner/0/1 i completed",
        "4 Inner/0/1 rest", "5 Inner/0/1 Inner#1 completed", "5 F/0/2 nested completed", "6 F/0/2 rest",
        "7 F/0/2 F#1 completed",
      ])
  }

  @Test("An extra completion is reported with the step's name, during the run and after its end")
  func extra() {
    start { harness.waiting("a", then: harness.waiting("b")) }
    harness.complete("a", "a", "b", "b", "a")
    #expect(
      log.trace.lines == [
        "1 F/0/0 F#1 run began", "2 F/0/1 a began", "3 F/0/1 a completed", "4 F/0/2 b began", "5 F/0/2 a extra",
        "6 F/0/2 b completed", "7 F/0/2 rest", "8 F/0/2 F#1 completed", "9 F/0/2 b extra", "10 F/0/2 a extra",
      ])
  }

  @Test("A coordinator's screens have a lane that rests, moves, and is visited again")
  func coordinator() throws {
    let made = Box<[NavigationFlowCoordinator<Int>]>([])
    start {
      made.value.append(
        NavigationFlowCoordinator(
          navigationController: 0, identifier: "coordinator",
          firstStep: harness.waiting("a", then: harness.instant("b"))))
      return made.value[0]
    }
    harness.complete("a", "a")
    made.value[0].complete()
    harness.queue.play()
    #expect(
      log.trace.lines == [
        "1 F/0/0 F#1 run began", "2 F/0/1 coordinator began", "3 F/1/2 a began", "4 F/1/2 a completed",
        "5 F/1/3 b began", "6 F/1/3 b completed", "7 F/1/3 rest", "8 F/1/4 a completed", "9 F/1/5 b began",
        "10 F/1/5 b completed", "11 F/1/5 rest", "12 F/0/1 coordinator completed", "13 F/0/1 rest",
        "14 F/0/1 F#1 completed",
      ])
  }

  @Test("An event that a test makes has the values that it was given")
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
