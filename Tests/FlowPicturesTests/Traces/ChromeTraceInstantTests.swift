import FlowPictures
import FlowState
import FlowStateTesting
import TestSupport
import Testing

/// Instants, operators, and loops in a Chrome trace.
@MainActor
struct ChromeTraceInstantTests {
  let harness = FlowHarness()

  @Test("A trace shows delays, attempts, and timeouts")
  func operators() throws {
    harness.startMainActorFlow { _ in
      harness.waiting("a").timeout(.milliseconds(5)).retry(attempts: 2, backoff: .constant(.milliseconds(2)))
    }
    harness.advance(by: .milliseconds(5))
    harness.advance(by: .milliseconds(2))
    harness.advance(by: .milliseconds(1))
    harness.complete("a")
    let trace = try DrawnTrace(harness.recorder.events)
    #expect(trace.faults == [])
    #expect(trace.slices.filter { $0.name == "a (timeout)" }.map(\.ending) == ["timed out", "completed"])
    #expect(trace.slices.filter { $0.name == "a" }.map(\.ending) == ["cancelled", "completed"])
    #expect(trace.slices.filter { $0.name == "a" }.map(\.end) == [5_000_000, 8_000_000])
    let delay = try #require(trace.instants.first)
    #expect(delay.name == "a (retry) waits")
    #expect(delay.start == 5_000_000)
    #expect(delay.arguments["microseconds"] as? Int == 2_000)
  }

  @Test("A loop over an operator's step reuses the track of its lane")
  func loop() throws {
    harness.startMainActorFlow { _ in
      let loop = harness.instant("a").map { $0 }
      var turns = 0
      loop.setCompletion { step, _ in
        turns += 1
        step.nextStep = turns < 100 ? step : nil
      }
      return loop
    }
    let trace = try DrawnTrace(harness.recorder.events)
    #expect(trace.faults == [])
    #expect(trace.slices.count == 201)
    #expect(trace.tracks == [1: "F#1", 2: "F#1 lane 1 and 99 more"])
  }

  @Test("The tracks of a nested run's lanes are reused after it has ended")
  func nestedLoop() throws {
    let inner = harness.mainActorFlow("Inner") { _ in
      ConcurrentFlowStep(identifier: "both", steps: [harness.instant("a"), harness.waiting("b")])
    }
    harness.startMainActorFlow { _ in
      let loop = FlowStep(inner, identifier: "loop")
      var turns = 0
      loop.setCompletion { step, _ in
        turns += 1
        step.nextStep = turns < 3 ? step : nil
      }
      return loop
    }
    for _ in 0..<3 {
      harness.advance(by: .milliseconds(1))
      harness.complete("b")
    }
    let trace = try DrawnTrace(harness.recorder.events)
    #expect(trace.faults == [])
    #expect(trace.slices.filter { $0.name == "b" }.map(\.ending) == ["completed", "completed", "completed"])
    #expect(trace.tracks == [1: "F#1", 2: "Inner#1 lane 1 and 2 more", 3: "Inner#1 lane 2 and 2 more"])
  }

  @Test("An extra completion is an instant")
  func extra() throws {
    harness.startMainActorFlow { _ in harness.waiting("a", then: harness.waiting("b")) }
    harness.complete("a")
    harness.advance(by: .milliseconds(1))
    harness.complete("a", "b")
    let trace = try DrawnTrace(harness.recorder.events)
    #expect(trace.instants.map(\.description) == ["a: extra completion ignored 1000000-1000000 on 1"])
  }

  @Test("Going back is an instant, and so is each undo")
  func goingBack() async throws {
    let flow = harness.mainActorFlow("F") { _ in
      let a = harness.waiting("a", then: harness.waiting("b"))
      a.setUndo { _, _ in }
      return a
    }
    let run = harness.start(harness.recorded(flow.reversible()))
    harness.complete("a")
    harness.advance(by: .milliseconds(4))
    run.goBack()
    harness.queue.play()
    harness.complete("a", "b")
    let trace = try DrawnTrace(harness.recorder.events)
    #expect(trace.faults == [])
    #expect(trace.instants.map(\.name) == ["a undone", "back to a"])
    #expect(trace.instants.map(\.start) == [4_000_000, 4_000_000])
    #expect(trace.slices.map(\.name) == ["F#1", "a", "b", "a", "b"])
    #expect(trace.slices.map(\.ending) == ["completed", "completed", "cancelled", "completed", "completed"])
  }

  @Test("Another completion of a step in an open lane is an instant")
  func onceMore() throws {
    harness.startMainActorFlow { _ in
      NavigationFlowCoordinator(
        navigationController: 0, identifier: "screens", firstStep: harness.waiting("a", then: harness.instant("b")))
    }
    harness.complete("a", "a")
    let trace = try DrawnTrace(harness.recorder.events)
    #expect(trace.faults == [])
    #expect(trace.slices.map(\.name) == ["F#1", "screens", "a", "b", "b"])
    #expect(trace.instants.map(\.description) == ["a completed 0-0 on 2"])
  }
}
