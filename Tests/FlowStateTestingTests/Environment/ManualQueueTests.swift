import FlowState
import FlowStateTesting
import Foundation
import TestSupport
import Testing

struct ManualQueueTests {
  let harness = FlowHarness(clockPlaysQueue: true)

  @Test("A queue executes nothing until it is played, and then everything that waits")
  func played() {
    harness.recordedFlow { [harness] _ in harness.waiting("a", then: harness.waiting("b")) }.start()
    #expect(!harness.queue.isEmpty)
    #expect(harness.recorder.events.isEmpty)
    harness.queue.play()
    #expect(harness.queue.isEmpty)
    #expect(harness.recorder.take() == ["F#1 run began", "a began"])
    harness.complete("a")
    #expect(harness.recorder.take() == ["a completed", "b began"])
    harness.queue.play()
    #expect(harness.recorder.take() == [])
  }

  @Test("Playing one message returns whether more messages wait")
  func oneByOne() {
    #expect(!harness.queue.playOne())
    for name in ["F", "G"] { harness.recordedFlow(name) { [harness] _ in harness.waiting("step of \(name)") }.start() }
    #expect(harness.queue.playOne())
    #expect(harness.recorder.take() == ["F#1 run began", "step of F began"])
    #expect(!harness.queue.playOne())
    #expect(harness.recorder.take() == ["G#1 run began", "G#1: step of G began"])
    #expect(harness.queue.isEmpty)
  }

  @Test("A queue delivers the reports of a run one by one, even if they wait in one turn")
  func deliveryByDelivery() {
    let handlers = (FlowStepHandler(Any.self, String.self), FlowStepHandler(Any.self, String.self))
    harness.start(
      harness.recordedFlow { _ in
        let a = FlowStep(Any.self, String.self, identifier: "a") { _ in handlers.0 }
        let b = FlowStep(Any.self, String.self, identifier: "b") { _ in handlers.1 }
        return ConcurrentFlowStep(identifier: "all", steps: [a, b])
      })
    harness.recorder.take()
    handlers.1.complete(nil)
    handlers.0.complete(nil)
    #expect(harness.queue.playOne())
    #expect(harness.recorder.take() == ["lane 2: b completed"])
    harness.queue.playOne()
    #expect(harness.recorder.take().first == "lane 1: a completed")
    harness.queue.play()
    #expect(harness.queue.isEmpty)
  }

  @Test("A performed closure is on the queue, and a completion inside it is delivered immediately")
  func performed() {
    harness.start(harness.recordedFlow { [harness] _ in harness.waiting("a") })
    #expect(!harness.queue.isCurrent)
    let handler = FlowStepHandler(Any.self, String.self)
    harness.start(
      Flow(Any.self, String.self, identifier: "G") { scope in
        let step = FlowStep(Any.self, String.self, identifier: "g") { _ in handler }
        step.setCompletion { _, result in scope.result = result }
        return step
      }
      .on(harness.queue))
    _ = harness.recorder.take()
    harness.queue.perform {
      #expect(harness.queue.isCurrent)
      harness.queue.perform {}
      #expect(harness.queue.isCurrent)
      handler.complete("done")
      #expect(harness.recorder.take() == ["= done"])
    }
    #expect(!harness.queue.isCurrent)
  }

  @Test("Only the thread that plays a queue is on the queue")
  func otherThread() {
    let isCurrent = Box(true)
    harness.queue.perform {
      onThreads(1) { [harness] _ in isCurrent.value = harness.queue.isCurrent }
      #expect(!isCurrent.value)
    }
  }

  @Test("A queue executes the runs that many threads start")
  func manyThreads() {
    let flow = Flow(Any.self, String.self, identifier: "F") { _ in
      FlowStep(Any.self, String.self, identifier: "a") { _ in nil }
    }
    .on(harness.queue).observed(by: harness.recorder)
    DispatchQueue.concurrentPerform(iterations: 100) { _ in flow.start() }
    harness.queue.play()
    #expect(harness.recorder.events.filter { if case .runEnded = $0.kind { true } else { false } }.count == 100)
  }
}
