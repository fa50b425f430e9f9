import FlowState
import FlowStateTesting
import Foundation
import Testing

struct ManualQueueTests {
  let stage = Stage()

  @Test("nothing happens until the queue is played, and then what can")
  func played() {
    stage.flow { [stage] _ in stage.waiting("a", then: stage.waiting("b")) }.start()
    #expect(!stage.queue.isEmpty)
    #expect(stage.recorder.events.isEmpty)
    stage.queue.play()
    #expect(stage.queue.isEmpty)
    #expect(stage.recorder.take() == ["F#1 run began", "a began"])
    stage.complete("a")
    #expect(stage.recorder.take() == ["a completed", "b began"])
    stage.queue.play()
    #expect(stage.recorder.take() == [])
  }

  @Test("one by one, it says whether more is waiting")
  func oneByOne() {
    #expect(!stage.queue.playOne())
    for name in ["F", "G"] { stage.flow(name) { [stage] _ in stage.waiting("step of \(name)") }.start() }
    #expect(stage.queue.playOne())
    #expect(stage.recorder.take() == ["F#1 run began", "step of F began"])
    #expect(!stage.queue.playOne())
    #expect(stage.recorder.take() == ["G#1 run began", "G#1: step of G began"])
    #expect(stage.queue.isEmpty)
  }

  @Test("a run's deliveries come one by one too, also when they wait in one turn")
  func deliveryByDelivery() {
    let handlers = (FlowStepHandler(Any.self, String.self), FlowStepHandler(Any.self, String.self))
    stage.start(
      stage.flow { _ in
        let a = FlowStep(Any.self, String.self, identifier: "a") { _ in handlers.0 }
        let b = FlowStep(Any.self, String.self, identifier: "b") { _ in handlers.1 }
        return ConcurrentFlowStep(identifier: "all", steps: [a, b])
      })
    stage.recorder.take()
    handlers.1.complete(nil)
    handlers.0.complete(nil)
    #expect(stage.queue.playOne())
    #expect(stage.recorder.take() == ["lane 2: b completed"])
    stage.queue.playOne()
    #expect(stage.recorder.take().first == "lane 1: a completed")
    stage.queue.play()
    #expect(stage.queue.isEmpty)
  }

  @Test("what is performed is on the queue, and a completion there is delivered on the spot")
  func performed() {
    stage.start(stage.flow { [stage] _ in stage.waiting("a") })
    #expect(!stage.queue.isCurrent)
    let handler = FlowStepHandler(Any.self, String.self)
    stage.start(
      Flow(Any.self, String.self, identifier: "G") { scope in
        let step = FlowStep(Any.self, String.self, identifier: "g") { _ in handler }
        step.setCompletion { _, result in scope.result = result }
        return step
      }
      .on(stage.queue))
    _ = stage.recorder.take()
    stage.queue.perform {
      #expect(stage.queue.isCurrent)
      stage.queue.perform {}
      #expect(stage.queue.isCurrent)
      handler.complete("done")
      #expect(stage.recorder.take() == ["= done"])
    }
    #expect(!stage.queue.isCurrent)
  }

  @Test("only the thread that plays is on the queue")
  func otherThread() {
    let isCurrent = Flag()
    stage.queue.perform {
      let thread = Thread { [stage] in
        isCurrent.set(stage.queue.isCurrent)
      }
      thread.start()
      #expect(!isCurrent.wait())
    }
  }

  @Test("turns of many threads all arrive")
  func manyThreads() {
    let flow = Flow(Any.self, String.self, identifier: "F") { _ in
      FlowStep(Any.self, String.self, identifier: "a") { _ in nil }
    }
    .on(stage.queue).observed(by: stage.recorder)
    DispatchQueue.concurrentPerform(iterations: 100) { _ in flow.start() }
    stage.queue.play()
    #expect(stage.recorder.events.filter { if case .runEnded = $0.kind { true } else { false } }.count == 100)
  }
}

/// An answer that another thread gives.
private final class Flag: @unchecked Sendable {
  // Guard: `done`.
  private let done = DispatchSemaphore(value: 0)
  private var value = false

  func set(_ value: Bool) {
    self.value = value
    done.signal()
  }

  func wait() -> Bool {
    done.wait()
    return value
  }
}
