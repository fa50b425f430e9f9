import FlowState
import FlowStateTesting
import Foundation
import TestSupport
import Testing

/// Law 5: synchronous chains run and are released in constant stack space, and a run that loops uses constant memory.
struct DepthTests {
  /// The sanitizer is slow, and with recursion a tenth of this depth would overflow any stack as well.
  private static let depth = trials(1_000_000, few: 100_000)

  @Test("A million synchronous steps run and are released on a thread with a small stack")
  func longChain() {
    let objects = ObjectCounter()
    let visited = onSmallStack {
      let queue = ManualQueue()
      let visited = Box<[Int]>([])
      visited.value = [0]
      let flow = Flow(Any.self, Int.self, identifier: "Long") { scope in
        var count = 0
        var previous: FlowStep<Any, Int>?
        var first: FlowStep<Any, Int>?
        for _ in 0..<Self.depth {
          let step = FlowStep(Any.self, Int.self, identifier: "step") { _ in nil }
          if let previous {
            previous.nextStep = step
            // A strong capture of the next step.
            previous.setCompletion { _, _ in
              count += 1
              _ = step
            }
          }
          first = first ?? step
          previous = step
        }
        let alive = objects.makeObject()
        previous?.setCompletion { _, _ in
          alive.touch()
          scope.result = count + 1
        }
        return first ?? FlowStep(Any.self, Int.self, identifier: "none") { _ in nil }
      }
      let results = Trace()
      flow.on(queue).start { outcome in
        if case .completed(let count?) = outcome { results.note("\(count)") }
      }
      queue.play()
      return results.lines
    }
    #expect(visited == ["\(Self.depth)"])
    #expect(objects.living == 0)
  }

  @Test("A chain of a million steps that never ran is released on a small stack, including strong captures")
  func unstartedChain() {
    let objects = ObjectCounter()
    onSmallStack {
      var next: FlowStep<Any, Int>?
      for _ in 0..<Self.depth {
        let captured = next
        let alive = objects.makeObject()
        let step = FlowStep(
          Any.self, Int.self, identifier: "step",
          { _ in
            alive.touch()
            _ = captured
            return nil
          }
        ) { _, _ in _ = captured }
        step.nextStep = captured
        next = step
      }
    }
    #expect(objects.living == 0)
  }

  @Test("A loop of a million turns keeps nothing of earlier turns")
  func loop() async throws {
    let objects = ObjectCounter()
    let flow = Flow(Any.self, Int.self, identifier: "Loop") { scope in
      var turns = 0
      let step = FlowStep(Any.self, CountedObject.self, identifier: "turn") { _ in
        let handler = FlowStepHandler(Any.self, CountedObject.self)
        handler.complete(objects.makeObject())
        return handler
      }
      step.setCompletion { step, _ in
        turns += 1
        scope.result = max(scope.result ?? 0, objects.living)
        step.nextStep = turns < Self.depth ? step : nil
      }
      return step
    }
    #expect(try #require(try await flow.run()) <= 1)
    #expect(objects.living == 0)
  }

  @Test("A run that makes a new step at each turn keeps nothing of earlier turns")
  func newStepEachTurn() async throws {
    let objects = ObjectCounter()
    let flow = Flow(Any.self, Int.self, identifier: "Fresh") { scope in
      var turns = 0
      let hub = FlowStep(Any.self, Int.self, identifier: "hub") { _ in nil }
      hub.setCompletion { hub, _ in
        turns += 1
        scope.result = max(scope.result ?? 0, objects.living)
        let alive = objects.makeObject()
        let fresh = FlowStep(Any.self, Int.self, identifier: "fresh") { _ in
          alive.touch()
          return nil
        }
        fresh.nextStep = hub
        hub.nextStep = turns < 100_000 ? fresh : nil
      }
      return hub
    }
    #expect(try #require(try await flow.run()) <= 2)
    #expect(objects.living == 0)
  }
}
