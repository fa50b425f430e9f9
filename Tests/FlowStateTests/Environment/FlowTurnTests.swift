import FlowState
import Testing

/// The contract between the engine and a queue that is played by hand.
struct FlowTurnTests {
  /// Keeps its turns for the test.
  final class Drawer: FlowQueue {
    let turns = Shelf<FlowTurn>()
    func enqueue(_ turn: FlowTurn) { turns.put(turn) }
    var isCurrent: Bool { false }
  }

  let drawer = Drawer()
  let trace = Trace()
  let handlers = Shelf<FlowStepHandler<Any, Int>>()

  /// A run of three children that wait, played to that point.
  func start() {
    let flow = Flow(Any.self, Int.self, identifier: "F") { [handlers, trace] _ in
      let steps = (0..<3).map { number in
        let step = FlowStep(Any.self, Int.self, identifier: "\(number)") { _ in
          let handler = FlowStepHandler(Any.self, Int.self)
          handlers.put(handler)
          return handler
        }
        step.setCompletion { _, _ in trace.note("\(number)") }
        return step
      }
      return ConcurrentFlowStep(identifier: "group", steps: steps)
    }
    flow.on(drawer).start { [trace] _ in trace.note("end") }
    drawer.turns.clear().first?.run()
  }

  @Test("many messages make one turn")
  func oneTurn() {
    start()
    for handler in handlers.all { handler.complete(1) }
    #expect(drawer.turns.count == 1)
    #expect(trace.lines.isEmpty)
    drawer.turns[0].run()
    #expect(trace.lines == ["0", "1", "2", "end"])
    #expect(drawer.turns.count == 1)
  }

  @Test("deliverNext delivers one thing, in the order of arrival, and says whether more waits")
  func oneByOne() {
    start()
    for index in [1, 2, 0] { handlers[index].complete(1) }
    let turn = drawer.turns[0]
    #expect(turn.deliverNext())
    #expect(trace.take() == ["1"])
    #expect(turn.deliverNext())
    #expect(trace.take() == ["2"])
    // With the last child the group completes as well: what the engine concludes is no delivery of its own.
    #expect(!turn.deliverNext())
    #expect(trace.take() == ["0", "end"])
    #expect(drawer.turns.count == 1)
  }

  @Test("what arrives between two deliveries belongs to the same turn, behind what was there")
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

  @Test("after a turn that was delivered to its end the next message makes a new one")
  func nextTurn() {
    start()
    for (count, handler) in handlers.all.enumerated() {
      handler.complete(1)
      #expect(drawer.turns.count == count + 1)
      while drawer.turns[count].deliverNext() {}
    }
    #expect(trace.lines == ["0", "1", "2", "end"])
  }

  @Test("a turn may be begun by deliverNext and finished by run")
  func mixed() {
    start()
    for handler in handlers.all { handler.complete(1) }
    #expect(drawer.turns[0].deliverNext())
    drawer.turns[0].run()
    #expect(trace.lines == ["0", "1", "2", "end"])
  }
}
