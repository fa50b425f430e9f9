import FlowState
import FlowStateTesting
import TestSupport
import Testing

/// The closures of a step that stop its work and that receive new content.
@MainActor
struct StepClosureTests {
  let harness = FlowHarness()
  let objects = ObjectCounter()

  /// Starts a run of one step that is prepared before and while its intent executes.
  func start(
    returning handler: FlowHarness.Handler?, before: @escaping (FlowStep<Any, String>) -> Void = { _ in },
    inside: @escaping (FlowStep<Any, String>) -> Void = { _ in },
    completed: @escaping (FlowStep<Any, String>) -> Void = { _ in }
  ) -> FlowRun {
    let run = harness.mainActorFlow("F") { _ in
      let step = FlowStep(Any.self, String.self, identifier: "s") { step in
        inside(step)
        return handler
      }
      step.setCompletion { step, _ in completed(step) }
      before(step)
      return step
    }
    .start()
    harness.queue.play()
    return run
  }

  func stopping(_ note: String) -> (FlowStep<Any, String>) -> Void {
    { [trace = harness.trace, objects] step in
      let alive = objects.makeObject()
      step.onCancel {
        alive.touch()
        trace.note(note)
      }
    }
  }

  @Test("An onCancel closure set before the start or inside the intent stops that start", arguments: [true, false])
  func stops(isBefore: Bool) {
    let handler = FlowHarness.Handler()
    let run = start(
      returning: handler, before: isBefore ? stopping("stop") : { _ in }, inside: isBefore ? { _ in } : stopping("stop")
    )
    run.cancel()
    harness.queue.play()
    #expect(harness.trace.lines == ["stop"])
    #expect(objects.living == 0)
  }

  @Test("An onCancel closure belongs to one start and does not stop the next one", arguments: 0..<3)
  func ofOneStart(kind: Int) {
    let handlers = Box<[FlowHarness.Handler]>([])
    var starts = 0
    let stop = stopping("stop")
    let run = harness.mainActorFlow("F") { [objects] _ in
      let step = FlowStep(Any.self, String.self, identifier: "s") { step in
        starts += 1
        guard starts == 1 else {
          handlers.value.append(FlowHarness.Handler())
          return handlers.value.last
        }
        stop(step)
        if kind == 0 { return nil }
        let handler = FlowHarness.Handler()
        if kind == 1 { handler.complete("early") } else { handlers.value.append(handler) }
        return handler
      }
      step.setCompletion { [trace = harness.trace] step, _ in
        trace.note("\(objects.living) alive")
        step.nextStep = step
      }
      return step
    }
    .start()
    harness.queue.play()
    handlers.value.first?.complete("later")
    harness.queue.play()
    run.cancel()
    harness.queue.play()
    #expect(harness.trace.lines.allSatisfy { $0 == "0 alive" })
  }

  @Test(
    "An onContentUpdate closure receives the content at the start and at each change, until it is replaced",
    arguments: 0..<3)
  func contentUpdate(kind: Int) {
    let handler = FlowHarness.Handler()
    if kind == 1 { handler.complete("early") }
    let heard = harness.trace
    let steps = Box<[FlowStep<Any, String>]>([])
    let run = start(
      returning: handler,
      before: { step in
        if kind == 2 { step.content = 1 }
        step.onContentUpdate { content in heard.note("hears \(content.map { "\($0)" } ?? "nil")") }
        steps.value.append(step)
      })
    #expect(heard.take() == [kind == 2 ? "hears 1" : "hears nil"])
    guard kind != 1 else { return }
    harness.queue.perform {
      steps.value[0].content = 5
      steps.value[0].content = 5
      steps.value[0].onContentUpdate { _ in heard.note("anew") }
      steps.value[0].content = 6
    }
    #expect(heard.take() == ["hears 5", "hears 5", "anew"])
    run.cancel()
    harness.queue.play()
  }

  @Test("A step's closures are released at the end of the run")
  func letGo() {
    let handler = FlowHarness.Handler()
    let alive = Box<[CountedObject]>([])
    alive.value.append(objects.makeObject())
    _ = start(
      returning: handler,
      before: { step in
        let captured = alive.value.removeLast()
        step.onContentUpdate { _ in captured.touch() }
      }, inside: stopping("stop"))
    #expect(objects.living == 2)
    handler.complete("done")
    harness.queue.play()
    #expect(objects.living == 0)
    #expect(harness.trace.lines == [])
  }
}
