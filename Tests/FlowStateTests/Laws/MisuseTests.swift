import Dispatch
import FlowState
import Foundation
import TestSupport
import Testing

/// Law 10: misuse by the programmer traps, with a full sentence.
struct MisuseTests {
  @Test("Calling runAndWait on the flow's own queue traps")
  func waitingOnOwnQueue() async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      let queue = DispatchQueue(label: "own")
      let flow = Flow(Any.self, Any.self, identifier: "Load", on: queue) { _ in
        FlowStep(Any.self, Any.self, identifier: "a") { _ in nil }
      }
      queue.sync { _ = try? flow.runAndWait() }
    }
    expectSaid(
      result,
      "runAndWait was called on the queue that flow 'Load' runs on, where it would wait for itself. Use run or start.")
  }

  @Test("Calling runAndWait on a queue that targets the flow's queue and carries a run traps")
  func waitingOnTargetingQueue() async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      let base = DispatchQueue(label: "base")
      let inner = Flow(Any.self, Any.self, identifier: "Inner", on: base) { _ in
        FlowStep(Any.self, Any.self, identifier: "a") { _ in nil }
      }
      let outer = Flow(Any.self, Any.self, identifier: "Outer", on: DispatchQueue(label: "top", target: base)) { _ in
        FlowStep(Any.self, Any.self, identifier: "b") { _ in
          _ = try? inner.runAndWait()
          return nil
        }
      }
      _ = try? outer.runAndWait()
    }
    expectSaid(result, "runAndWait was called on the queue that flow 'Inner' runs on")
  }

  @Test("Calling runAndWait on the main thread for a flow that runs there traps")
  func waitingOnMain() async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) { @MainActor in
      let flow = Flow(Any.self, Any.self, identifier: "Load", on: .main) { _ in
        FlowStep(Any.self, Any.self, identifier: "a") { _ in nil }
      }
      _ = try? flow.runAndWait()
    }
    expectSaid(result, "runAndWait was called on the queue that flow 'Load' runs on")
  }

  @Test("Reading content off the run's queue traps")
  func contentOffQueue() async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      let handler = MisuseTests.attachedHandler()
      DispatchQueue(label: "elsewhere").sync { _ = handler.content }
    }
    expectSaid(result, "The content of step 'wait' was read off the queue of its run.")
  }

  @Test("An update handler that is set on the main actor traps in a run on another queue")
  func otherHome() async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) { @MainActor in
      let handler = FlowStepHandler(Int.self, Int.self)
      handler.contentUpdateHandler = { _ in }
      let flow = Flow(Any.self, Any.self, identifier: "Load") { _ in
        FlowStep(Int.self, Int.self, identifier: "show") { _ in
          handler.complete(1)
          return handler
        }
      }
      _ = try? flow.runAndWait()
    }
    expectSaid(
      result,
      "The handler that step 'show' returned has a contentUpdateHandler, which belongs to the main actor, but the step's run "
        + "is on another queue. Set onContentUpdate on the step instead.")
  }

  @Test("Nesting a flow that has its own queue and types that are not Sendable traps on another queue")
  func nestedElsewhere() async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      let inner = Flow(Any.self, Any.self, identifier: "Inner", on: DispatchQueue(label: "own")) { _ in
        FlowStep(Any.self, Any.self, identifier: "a") { _ in nil }
      }
      let outer = Flow(Any.self, Any.self, identifier: "Outer") { _ in FlowStep(inner) }
      _ = try? outer.runAndWait()
    }
    expectSaid(
      result,
      "Flow 'Inner' has a queue of its own and cannot be nested into a run on another queue: its content or its result is "
        + "not Sendable.")
  }

  @Test("Content of type Any for a nested flow with a queue of its own traps")
  func contentForNestedElsewhere() async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      let inner = Flow(Any.self, String.self, identifier: "Inner", on: DispatchQueue(label: "own")) { _ in
        FlowStep(Any.self, Any.self, identifier: "a") { _ in nil }
      }
      let outer = Flow(Any.self, Any.self, identifier: "Outer") { _ in
        let nested = FlowStep(inner, identifier: "nested")
        nested.content = 1
        return nested
      }
      _ = try? outer.runAndWait()
    }
    expectSaid(
      result,
      "Step 'nested' has content of type Any and runs flow 'Inner', which has a queue of its own. Content for another queue is "
        + "Sendable: declare its type.")
  }

  @Test("A custom Startable in a run off the main queue traps")
  func foreignOffMain() async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      let flow = Flow(Any.self, Any.self, identifier: "Load") { _ in Chime() }
      _ = try? flow.runAndWait()
    }
    expectSaid(
      result,
      "Step 'Chime' has a custom type that conforms to Startable, and starts only on the main actor. Run the flow on the "
        + "main queue, or make the step a FlowStep.")
  }

  @Test("Running a FlowTurn twice traps")
  func turnTwice() async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      let flow = Flow(Any.self, Any.self, identifier: "Load") { _ in
        FlowStep(Any.self, Any.self, identifier: "a") { _ in nil }
      }
      flow.on(Stutterer()).start()
    }
    expectSaid(result, "A FlowTurn was run twice; a queue must run each turn once.")
  }

  @Test("Running a FlowTurn on two threads at once traps")
  func turnOnTwoThreads() async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      let turns = FlowTurnTests.Drawer()
      let isRunning = DispatchSemaphore(value: 0)
      let flow = Flow(Any.self, Any.self, identifier: "Load") { _ in
        FlowStep(Any.self, Any.self, identifier: "a") { _ in
          isRunning.signal()
          // The first thread stays here for the rest of the process.
          DispatchSemaphore(value: 0).wait(orSay: "The process did not trap")
          return nil
        }
      }
      flow.on(turns).start()
      let turn = turns.turns[0]
      Thread { turn.run() }.start()
      isRunning.wait(orSay: "The step did not begin")
      turn.run()
    }
    expectSaid(result, "A FlowTurn was run twice; a queue must run each turn once.")
  }

  @Test("Running a FlowTurn again in place of a later one traps")
  func turnAgain() async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      let turns = FlowTurnTests.Drawer()
      let flow = Flow(Any.self, Any.self, identifier: "Load") { _ in
        FlowStep(Any.self, Any.self, identifier: "a") { _ in nil }
      }
      let run = flow.on(turns).start()
      turns.turns[0].run()
      run.cancel()
      turns.turns[0].run()
    }
    expectSaid(result, "A FlowTurn was run twice; a queue must run each turn once.")
  }

  /// A handler that a step of a run on a private queue waits for.
  static func attachedHandler() -> FlowStepHandler<Int, Int> {
    let handler = FlowStepHandler(Int.self, Int.self)
    let queue = DispatchQueue(label: "run")
    Flow(Any.self, Any.self, identifier: "Load", on: queue) { _ in
      FlowStep(Int.self, Int.self, identifier: "wait") { _ in handler }
    }
    .start()
    queue.sync {}
    return handler
  }

  private final class Chime: Startable {
    let identifier = "Chime"
    var nextStep: (any Startable)?
    func start() { nextStep?.start() }
  }

  /// A queue that runs each turn twice.
  private final class Stutterer: FlowQueue {
    func enqueue(_ turn: FlowTurn) {
      DispatchQueue(label: "stutter").sync {
        turn.run()
        turn.run()
      }
    }
    var isCurrent: Bool { false }
  }
}
