import FlowStateTesting
import TestSupport
import Testing

@testable import FlowState

/// The visits that a history keeps and forgets, and going back to them.
@MainActor
struct HistoryTests {
  let harness = GoingBackHarness()

  /// Starts a chain of `count` waiting steps, which are named by their numbers.
  private func row(_ count: Int, visits: Int) -> FlowRun {
    harness.startFlow(visits: visits) { [harness] _ in
      var next: FlowStep<Any, String>?
      for number in (1...count).reversed() {
        let step = harness.waiting("\(number)", then: next)
        next = step
      }
      return next ?? harness.waiting("none")
    }
  }

  @Test("A run goes back as far as its history reaches, and no further", arguments: [0, 1, 2, 3, .max], 1...9)
  func limit(visits: Int, count: Int) {
    let run = row(count, visits: visits)
    for number in 1..<max(count, 1) { harness.complete("\(number)") }
    _ = harness.takeLines()
    let reachable = min(visits, count - 1)
    for distance in 0..<reachable {
      harness.goBack(run)
      #expect(harness.takeLines().last == "\(count - distance - 1)()")
    }
    harness.goBack(run)
    #expect(harness.takeLines().last == "= cancelled, 0 alive")
  }

  @Test("A visit that the history has forgotten is not undone", arguments: 1...9)
  func forgotten(count: Int) {
    let run = row(count, visits: 2)
    for number in 1..<count { harness.complete("\(number)") }
    _ = harness.takeLines()
    for _ in 0..<3 { run.goBack() }
    harness.queue.play()
    let undone = harness.takeLines().filter { $0.hasPrefix("undo") }
    #expect(undone == (1..<count).suffix(2).reversed().map { "undo \($0)() = \($0)" })
  }

  @Test(
    "A limited history reaches as far back as its model, after any moves back and forth", arguments: [0, 1, 2, 5],
    0..<20 as Range<UInt64>)
  func backAndOn(visits: Int, seed: UInt64) {
    var generator = SeededGenerator(seed: seed)
    let run = row(200, visits: visits)
    _ = harness.takeLines()
    // The visited steps that the run can go back to, and the one that waits.
    var model = [1]
    for _ in 0..<100 {
      guard Int.random(in: 0..<3, using: &generator) == 0 else {
        harness.complete("\(model.last ?? 0)")
        model = (model + [(model.last ?? 0) + 1]).suffix(visits + 1)
        #expect(harness.takeLines().last == "\(model.last ?? 0)()")
        continue
      }
      harness.goBack(run)
      model.removeLast()
      guard let last = model.last else {
        #expect(harness.takeLines().last == "= cancelled, 0 alive")
        return
      }
      #expect(harness.takeLines().last == "\(last)()")
      #expect(run.run.history?.names == model.dropLast().reversed().map { "\($0)" })
    }
  }

  @Test("A history lists the names of its visits, the latest first, within its limit", arguments: [0, 1, 3, .max])
  func names(visits: Int) async {
    let run = row(6, visits: visits)
    for number in 1...5 { harness.complete("\(number)") }
    #expect(run.run.history?.names == Array(["5", "4", "3", "2", "1"].prefix(visits)))
    let refusal = run.run.refusal(to: .step("x"))
    let known = ["5", "4", "3", "2", "1"].prefix(visits).joined(separator: ", ")
    #expect(
      refusal?.description
        == (visits == 0
          ? "Run F#1 cannot go back to 'x'; it remembers no earlier step."
          : "Run F#1 cannot go back to 'x'; the steps that it can go back to are: \(known)."))
  }

  @Test("The error about an unknown step lists a repeated name once")
  func repeatedNames() {
    let id = FlowRunID(flow: "F", number: 1)
    let error = FlowHistoryError.unknownStep("x", run: id, known: ["b", "a", "b", "a"])
    #expect(error.description == "Run F#1 cannot go back to 'x'; the steps that it can go back to are: b, a.")
  }

  @Test("A run that cannot go back keeps no history, and its steps keep no visits")
  func none() {
    let kept = LockedList<FlowRun>()
    kept.append(
      harness.start(
        harness.flow("F") { [harness] _ in
          let b = harness.waiting("b")
          let a = harness.waiting("a", then: b)
          a.setCompletion { a, _ in #expect(a.visit == nil) }
          return a
        }))
    harness.complete("a")
    #expect(kept[0].run.history == nil)
  }

  @Test("A loop keeps few objects alive", arguments: [nil, 0, 1, 3], ["plain", "children", "operator"])
  func flat(visits: Int?, kind: String) {
    let objects = harness.objects
    let highest = Highest()
    let flow = harness.flow("F") { _ in
      var turns = 0
      let hub = FlowStep(CountedObject.self, Any.self, identifier: "hub") { _ in nil }
      hub.setCompletion { hub, _ in
        turns += 1
        highest.value = max(highest.value, objects.living)
        hub.content = objects.makeObject()
        let alive = objects.makeObject()
        let fresh = FlowStep(CountedObject.self, CountedObject.self, identifier: "fresh") { _ in
          let handler = FlowStepHandler(CountedObject.self, CountedObject.self)
          handler.complete(objects.makeObject())
          return handler
        }
        fresh.content = objects.makeObject()
        fresh.setUndo { _, _ in alive.touch() }
        let host: AnyFlowStep =
          switch kind {
          case "children": ConcurrentFlowStep(identifier: "group", steps: [fresh])
          case "operator": fresh.retry(attempts: 2)
          default: fresh
          }
        host.nextStep = hub
        hub.nextStep = turns == 2000 ? nil : host
      }
      return hub
    }
    harness.start(visits.map { flow.reversible(visits: $0) } ?? flow)
    #expect(harness.takeLines().last == "= nil, 0 alive")
    // Each visit keeps a few objects, and a history keeps up to twice as many visits as its limit.
    #expect(highest.value <= 4 * (2 * (visits ?? 0) + 4))
  }

  @MainActor
  private final class Highest {
    var value = 0
  }

  @Test(
    "A run that could go back leaves nothing alive after it ends",
    arguments: [
      "rest", "failure", "abandonment", "cancel", "past the first", "after going back",
    ])
  func lifetime(ending: String) {
    let run = harness.startFlow { [harness] _ in
      let a = harness.waiting("a")
      let b = harness.waiting("b")
      let group = ConcurrentFlowStep(identifier: "group", steps: [harness.waiting("x"), harness.waiting("y")])
      a.content = harness.objects.makeObject()
      a.setCompletion { a, _ in
        b.content = harness.objects.makeObject()
        a.nextStep = b
      }
      b.setCompletion { b, result in b.nextStep = result == "stop" ? nil : result == "group" ? group : a }
      group.nextStep = a
      return a
    }
    for identifier in ["a", "b", "a"] { harness.complete(identifier) }
    harness.complete("b", "group")
    harness.complete("x")
    switch ending {
    case "rest":
      for identifier in ["y", "a"] { harness.complete(identifier) }
      harness.complete("b", "stop")
    case "failure": harness.fail("y")
    case "abandonment": harness.letGo(of: "y")
    case "cancel":
      run.cancel()
      harness.queue.play()
    case "past the first": for _ in 0..<5 { harness.goBack(run) }
    default:
      harness.goBack(run)
      harness.goBack(run)
      run.cancel()
      harness.queue.play()
    }
    #expect(harness.takeLines().last?.hasSuffix(", 0 alive") == true)
  }

  @Test("Going back in a run without a history traps with a sentence")
  func notReversible() async {
    for way in ["scope", "scope to", "run", "run to"] {
      let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
        [way = way as String] in
        let flow = Flow(Any.self, Any.self, identifier: "Load") { scope in
          FlowStep(Any.self, Any.self, identifier: "a") { _ in
            if way == "scope" { scope.goBack() }
            if way == "scope to" { try? scope.goBack(to: "x") }
            return nil
          }
        }
        if way.hasPrefix("scope") { _ = try? flow.runAndWait() }
        let run = flow.start()
        if way == "run" { run.goBack() }
        if way == "run to" { try? await run.goBack(to: "x") }
      }
      expectSaid(
        result, "Flow 'Load' keeps no history, so its runs cannot go back. Make the flow reversible().")
    }
  }

  @Test("A negative number of visits traps with a sentence")
  func negativeVisits() async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      let flow = Flow(Any.self, Any.self, identifier: "Load") { _ in
        FlowStep(Any.self, Any.self, identifier: "a") { _ in nil }
      }
      _ = flow.reversible(visits: -1)
    }
    expectSaid(result, "Flow 'Load' keeps -1 visits; the number must not be negative.")
  }

  @Test("Going back has no effect on a run whose queue never plays")
  func neverBegun() {
    let queue = ManualQueue()
    let run = harness.flow("F") { [harness] _ in harness.waiting("a") }.reversible().on(queue).start()
    #expect(run.run.refusal(to: .step("a")) == .runEnded(run.id))
    run.goBack()
    #expect(harness.takeLines() == [])
  }

  @Test("A step that hosts other steps forever does not make a limited history grow")
  func hostedSteps() {
    struct Made {
      weak var step: AnyFlowStep?
    }
    let history = History(limit: 1, occasions: .all)
    let run = FlowRunID(flow: "F", number: 1)
    func begin(_ step: AnyFlowStep, lane: Int, visit: Int) {
      history.record(step, at: FlowPlace(run: run, lane: lane, visit: visit))
      step.visit?.isCompleted = true
    }
    let host = FlowStep(Any.self, String.self, identifier: "host") { _ in nil }
    begin(host, lane: 0, visit: 1)
    var made: [Made] = []
    for visit in 2...2_000 {
      let step = FlowStep(Any.self, String.self, identifier: "\(visit)") { _ in nil }
      made.append(Made(step: step))
      begin(step, lane: 1, visit: visit)
    }
    let alive = made.count { $0.step != nil }
    #expect((64...128).contains(alive))
    #expect(made.last?.step != nil, "the latest are kept")
    begin(FlowStep(Any.self, String.self, identifier: "next") { _ in nil }, lane: 0, visit: 2_001)
    #expect(history.names == ["host"])
    guard case .to(let taken) = history.goBack(to: .previous) else { return #expect(Bool(false)) }
    #expect(taken.count == alive + 2)
  }
}
