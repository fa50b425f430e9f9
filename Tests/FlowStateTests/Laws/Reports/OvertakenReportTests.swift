import FlowState
import FlowStateTesting
import TestSupport
import Testing

/// Law 2 for a handler that serves the next start before its report for the previous one is delivered: each start
/// receives its own report, whichever is delivered first.
struct OvertakenReportTests {
  typealias Handler = FlowStepHandler<Any, String>

  let trace = Trace()
  let screen = Handler()

  /// A run of one step that the screen serves, on a queue of its own.
  func run(_ name: String) -> ManualQueue {
    let queue = ManualQueue()
    Flow(Any.self, String.self, identifier: name) { scope in
      let step = FlowStep(Any.self, String.self, identifier: "step") { _ in screen }
      step.setCompletion { _, answer in scope.result = answer }
      return step
    }
    .on(queue).observed(by: trace)
    .start { outcome in if case .completed(let answer) = outcome { trace.note("\(name) got \(answer ?? "nothing")") } }
    queue.play()
    return queue
  }

  var answers: [String] { trace.lines.filter { $0.contains(" got ") } }
  var extras: Int { trace.lines.count { $0.hasSuffix("extra") } }

  @Test("Each of three starts of a handler receives its own report, in any order of delivery")
  func threeUnderWay() throws {
    let orders = [[0, 1, 2], [0, 2, 1], [1, 0, 2], [1, 2, 0], [2, 0, 1], [2, 1, 0]]
    for order in orders {
      let tests = OvertakenReportTests()
      var queues: [ManualQueue] = []
      for name in ["A", "B", "C"] {
        queues.append(tests.run(name))
        tests.screen.complete("for \(name)")
      }
      for index in order { queues[index].play() }
      #expect(tests.answers.sorted() == ["A got for A", "B got for B", "C got for C"])
      #expect(tests.answers.map { $0.prefix(1) } == order.map { ["A", "B", "C"][$0] })
      #expect(tests.extras == 0)
    }
  }

  @Test("Surplus reports for a start are extra for that start")
  func surplus() {
    var queues: [ManualQueue] = []
    for name in ["A", "B"] {
      queues.append(run(name))
      for number in 0..<3 { screen.complete("\(number) for \(name)") }
    }
    for queue in queues.reversed() { queue.play() }
    #expect(answers == ["B got 0 for B", "A got 0 for A"])
    #expect(trace.lines.count { $0 == "A#1 step extra" || $0 == "step extra" } == extras)
    #expect(extras == 4)
  }

  @Test("A report that the next intent has taken does not arrive again, and the start after it receives its own")
  func takenReport() throws {
    let queue = ManualQueue()
    let later = Box<[Int]>([])
    Flow(Any.self, String.self, identifier: "Taken") { scope in
      let waiting = FlowStep(Any.self, String.self, identifier: "waiting") { _ in screen }
      let taking = FlowStep(Any.self, String.self, identifier: "taking") { _ in
        // Reported while this intent executes, so it belongs to this start; the other one is superseded.
        screen.complete("taken")
        return screen
      }
      let last = FlowStep(Any.self, String.self, identifier: "last") { _ in
        later.value.append(1)
        return screen
      }
      taking.setCompletion { step, answer in
        trace.note("taking got \(answer ?? "nothing")")
        step.nextStep = last
      }
      last.setCompletion { _, answer in scope.result = answer }
      waiting.setFailure { _ in .fail }
      return RaceFlowStep(identifier: "both", steps: [waiting, taking])
    }
    .on(queue).observed(by: trace).start { _ in trace.note("ended") }
    // Plays up to the last step, one delivery at a time, so that the taken report is still in transit.
    while later.value.isEmpty, queue.playOne() {}
    screen.complete("own")
    queue.play()
    #expect(answers == ["taking got taken"])
    #expect(trace.lines.contains("last completed"))
    #expect(trace.lines.last == "ended")
    #expect(extras == 0)
  }

  @Test("A cancellation action that is set after the report, but before its delivery, is not called")
  func actionAfterReport() {
    let queue = run("A")
    screen.complete("done")
    screen.onCancel { trace.note("stopped") }
    queue.play()
    #expect(answers == ["A got done"])
    #expect(!trace.lines.contains("stopped"))
  }
}
