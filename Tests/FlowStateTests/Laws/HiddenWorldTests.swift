import FlowState
import FlowStateTesting
import Synchronization
import TestSupport
import Testing

/// Law 8: queue, clock, and observer are passed in through the flow, so a test can play a run one delivery at a time.
struct HiddenWorldTests {
  /// A clock that stands still until the test moves it.
  final class Hand: TimelessClock {
    private let time = Locked<Duration>(.zero)
    private let readings = Atomic<Int>(0)

    var timesRead: Int { readings.load(ordering: .relaxed) }

    var now: Duration {
      readings.add(1, ordering: .relaxed)
      return time.withLock { $0 }
    }

    func move(by duration: Duration) {
      time.withLock { $0 += duration }
    }
  }

  let handlers = LockedList<FlowStepHandler<Any, String>>()
  let trace = Trace()
  let queue = ManualQueue()
  let clock = Hand()

  func flow() -> Flow<Any, String> {
    Flow(Any.self, String.self, identifier: "F") { [handlers, trace] scope in
      func step(_ identifier: String) -> FlowStep<Any, String> {
        let step = FlowStep(Any.self, String.self, identifier: identifier) { _ in
          handlers.append(FlowStepHandler(Any.self, String.self))
          return handlers[handlers.count - 1]
        }
        step.setCompletion { _, result in
          trace.note("\(identifier)(\(result ?? "nil"))")
          scope.result = result
        }
        return step
      }
      return ConcurrentFlowStep(identifier: "all", steps: [step("a"), step("b"), step("c")])
    }
    .on(queue).timed(by: clock)
  }

  @Test("A run does nothing until its queue is played")
  func nothingByItself() {
    flow().observed(by: trace).start()
    #expect(trace.lines.isEmpty)
    #expect(!queue.isEmpty)
    queue.play()
    #expect(trace.lines == ["F#1 run began", "all began", "a began", "b began", "c began"])
    #expect(queue.isEmpty)
  }

  @Test("A run can be played one delivery at a time")
  func deliveryByDelivery() {
    flow().start { [trace] _ in trace.note("end") }
    while queue.playOne() {}
    for index in [2, 0, 1] { handlers[index].complete("r") }
    #expect(queue.playOne())
    #expect(trace.lines == ["c(r)"])
    #expect(queue.playOne())
    #expect(trace.lines == ["c(r)", "a(r)"])
    // A message that arrives between two deliveries waits for its turn.
    handlers[0].complete("again")
    while queue.playOne() {}
    #expect(trace.lines == ["c(r)", "a(r)", "b(r)", "end"])
  }

  @Test("A turn can be played in part and then to its end")
  func partly() {
    flow().start()
    queue.play()
    for index in [0, 1, 2] { handlers[index].complete("r") }
    #expect(queue.playOne())
    queue.play()
    #expect(trace.lines == ["a(r)", "b(r)", "c(r)"])
    #expect(queue.isEmpty)
  }

  @Test("Events have the time of the flow's clock and are numbered from one")
  func clockAndNumbers() {
    let recorder = FlowRecorder()
    flow().observed(by: recorder).start()
    queue.play()
    for index in 0..<3 {
      clock.move(by: .milliseconds(250))
      handlers[index].complete("r")
      queue.play()
    }
    let events = recorder.events
    #expect(events.map(\.sequence) == Array(1...events.count))
    #expect(events.map(\.time).prefix(5) == Array(repeating: .zero, count: 5)[...])
    let completions = events.filter { if case .stepCompleted = $0.kind { $0.step != "all" } else { false } }
    #expect(completions.map(\.time) == [.milliseconds(250), .milliseconds(500), .milliseconds(750)])
    #expect(events.last?.time == .milliseconds(750))
  }

  @Test("A run without an observer does not read its clock")
  func noObserver() {
    flow().start()
    queue.play()
    for index in 0..<3 { handlers[index].complete("r") }
    queue.play()
    #expect(trace.lines.count == 3)
    #expect(clock.timesRead == 0)
  }

  @Test("A busy run lets other runs on its queue have their turns")
  func fairness() {
    let flow = Flow(Any.self, String.self, identifier: "Busy") { [trace] _ in
      var turns = 0
      let step = FlowStep(Any.self, String.self, identifier: "turn") { _ in
        let handler = FlowStepHandler(Any.self, String.self)
        let group = FlowStep(Any.self, String.self, identifier: "inner") { _ in nil }
        _ = group
        handler.complete("r")
        return handler
      }
      let group = ConcurrentFlowStep(identifier: "group", steps: [step])
      step.setCompletion { _, _ in
        turns += 1
        group.nextStep = turns < 1_000 ? group : nil
        if turns == 1_000 { trace.note("busy one done") }
      }
      return group
    }
    flow.on(queue).start()
    let quick = Flow(Any.self, String.self, identifier: "Quick") { [trace] _ in
      FlowStep(Any.self, String.self, identifier: "once") { _ in
        trace.note("quick one done")
        return nil
      }
    }
    quick.on(queue).start()
    queue.play()
    #expect(trace.lines == ["quick one done", "busy one done"])
  }
}
