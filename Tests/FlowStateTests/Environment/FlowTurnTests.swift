import FlowState
import TestSupport
import Testing

/// The contract between the engine and a queue that a test plays.
struct FlowTurnTests {
  /// Keeps its turns for the test.
  final class Drawer: FlowQueue {
    let turns = LockedList<FlowTurn>()
    func enqueue(_ turn: FlowTurn) { turns.append(turn) }
    var isCurrent: Bool { false }
  }

  let drawer = Drawer()
  let trace = Trace()
  let handlers = LockedList<FlowStepHandler<Any, Int>>()

  /// Starts a run with three children and plays it until they wait.
  func start() {
    let flow = Flow(Any.self, Int.self, identifier: "F") { [handlers, trace] _ in
      let steps = (0..<3).map { number in
        let step = FlowStep(Any.self, Int.self, identifier: "\(number)") { _ in
          handlers.appendHandler()
        }
        step.setCompletion { _, _ in trace.note("\(number)") }
        return step
      }
      return ConcurrentFlowStep(identifier: "group", steps: steps)
    }
    flow.on(drawer).start { [trace] _ in trace.note("end") }
    drawer.turns.removeAll().first?.run()
  }

  @Test("Several messages make one turn")
  func oneTurn() {
    start()
    for handler in handlers.all { handler.complete(1) }
    #expect(drawer.turns.count == 1)
    #expect(trace.lines.isEmpty)
    drawer.turns[0].run()
    #expect(trace.lines == ["0", "1", "2", "end"])
    #expect(drawer.turns.count == 1)
  }

  @Test("Each call of deliverNext delivers one message, in the order of arrival, and returns whether more wait")
  func oneByOne() {
    start()
    for index in [1, 2, 0] { handlers[index].complete(1) }
    let turn = drawer.turns[0]
    #expect(turn.deliverNext())
    #expect(trace.take() == ["1"])
    #expect(turn.deliverNext())
    #expect(trace.take() == ["2"])
    // With the last child, the group completes as well. Such a consequence is not a separate delivery.
    #expect(!turn.deliverNext())
    #expect(trace.take() == ["0", "end"])
    #expect(drawer.turns.count == 1)
  }

  @Test("A message that arrives between two deliveries joins the same turn, behind the earlier ones")
  func arrivals() {
    start()
    handlers[2].complete(1)
    handlers[0].complete(1)
    let turn = drawer.turns[0]
    #expect(turn.deliverNext())
    handlers[1].complete(1)
    #expect(drawer.turns.count == 1)
    #expect(turn.deliverNext())
    #expect(trace.lines == ["2", "0"])
    #expect(!turn.deliverNext())
    #expect(trace.lines == ["2", "0", "1", "end"])
  }

  @Test("A message after the end of a turn makes a new turn")
  func nextTurn() {
    start()
    for (count, handler) in handlers.all.enumerated() {
      handler.complete(1)
      #expect(drawer.turns.count == count + 1)
      while drawer.turns[count].deliverNext() {}
    }
    #expect(trace.lines == ["0", "1", "2", "end"])
  }

  @Test("A turn may begin with deliverNext and end with run")
  func mixed() {
    start()
    for handler in handlers.all { handler.complete(1) }
    #expect(drawer.turns[0].deliverNext())
    drawer.turns[0].run()
    #expect(trace.lines == ["0", "1", "2", "end"])
  }

  // MARK: The length of a turn

  /// Runs the turns from this index on, including the turns that they enqueue.
  private func playAll(from first: Int = 0) {
    var next = first
    while next < drawer.turns.count {
      drawer.turns[next].run()
      next += 1
    }
  }

  /// Starts a run of a step that starts itself again. It stops after 100,000 times, so that a failing test ends.
  private func startLoop(_ steps: LockedList<Int>) -> FlowRun {
    let flow = Flow(Any.self, Int.self, identifier: "F") { _ in
      let step = FlowStep(Any.self, Int.self, identifier: "turn") { _ in nil }
      step.setCompletion { step, _ in
        steps.append(0)
        step.nextStep = steps.count < 100_000 ? step : nil
      }
      return step
    }
    return flow.on(drawer).start { [trace] _ in trace.note("end") }
  }

  @Test("A chain that never waits gives the queue back and continues in another turn")
  func longChain() {
    let steps = LockedList<Int>()
    let run = startLoop(steps)
    drawer.turns[0].run()
    #expect((900...1_000).contains(steps.count))
    #expect(drawer.turns.count == 2)
    drawer.turns[1].run()
    #expect((1_800...2_000).contains(steps.count))
    let before = steps.count
    run.cancel()
    #expect(drawer.turns.count == 3)
    drawer.turns[2].run()
    #expect(steps.count == before, "what has arrived comes before the next step")
    #expect(trace.lines == ["end"])
    #expect(drawer.turns.count == 3)
  }

  @Test("A long chain takes several deliveries when it is played one delivery at a time")
  func longChainByDeliveries() {
    let steps = LockedList<Int>()
    _ = startLoop(steps)
    #expect(drawer.turns[0].deliverNext())
    #expect((900...1_000).contains(steps.count))
    while drawer.turns[0].deliverNext() {}
    #expect(steps.count == 100_000)
    #expect(trace.lines == ["end"])
    #expect(drawer.turns.count == 1)
  }

  @Test("A step with thousands of children that complete at once gives the queue back in between")
  func manyChildren() {
    let steps = LockedList<Int>()
    let flow = Flow(Any.self, Int.self, identifier: "F") { _ in
      let children = (0..<5_000).map { _ in
        FlowStep(Any.self, Int.self, identifier: "child") { _ in
          steps.append(0)
          return nil
        }
      }
      return ConcurrentFlowStep(identifier: "group", steps: children)
    }
    flow.on(drawer).start { [trace] _ in trace.note("end") }
    drawer.turns[0].run()
    #expect((900...1_000).contains(steps.count))
    playAll(from: 1)
    #expect(steps.count == 5_000)
    #expect(trace.lines == ["end"])
  }

  @Test("Thousands of completions that arrive together give the queue back in between and keep their order")
  func manyCompletions() {
    let order = LockedList<Int>()
    let flow = Flow(Any.self, Int.self, identifier: "F") { [handlers] _ in
      let children = (0..<5_000).map { number in
        let child = FlowStep(Any.self, Int.self, identifier: "child") { _ in
          handlers.appendHandler()
        }
        child.setCompletion { _, _ in order.append(number) }
        return child
      }
      return ConcurrentFlowStep(identifier: "group", steps: children)
    }
    flow.on(drawer).start { [trace] _ in trace.note("end") }
    playAll()
    let begun = drawer.turns.count
    for handler in handlers.all { handler.complete(1) }
    #expect(drawer.turns.count == begun + 1)
    drawer.turns[begun].run()
    #expect((900...1_000).contains(order.count))
    playAll(from: begun + 1)
    #expect(order.all == Array(0..<5_000))
    #expect(trace.lines == ["end"])
  }
}
