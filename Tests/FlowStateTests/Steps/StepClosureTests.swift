import FlowState
import FlowStateTesting
import Testing

/// What is set on a step: how its work is stopped, and who hears of new content.
@MainActor
struct StepClosureTests {
  let stage = Stage()
  let census = Census()

  /// Starts a run of one step that is prepared before and while its intent executes.
  func start(
    returning handler: Stage.Handler?, before: @escaping (FlowStep<Any, String>) -> Void = { _ in },
    inside: @escaping (FlowStep<Any, String>) -> Void = { _ in },
    completed: @escaping (FlowStep<Any, String>) -> Void = { _ in }
  ) -> FlowRun {
    let run = stage.flow("F") { _ in
      let step = FlowStep(Any.self, String.self, identifier: "s") { step in
        inside(step)
        return handler
      }
      step.setCompletion { step, _ in completed(step) }
      before(step)
      return step
    }
    .start()
    stage.queue.play()
    return run
  }

  func stopping(_ note: String) -> (FlowStep<Any, String>) -> Void {
    { [trace = stage.trace, census] step in
      let alive = census.newborn()
      step.onCancel {
        alive.touch()
        trace.note(note)
      }
    }
  }

  @Test("onCancel set before the start, or inside the intent, stops that start", arguments: [true, false])
  func stops(isBefore: Bool) {
    let handler = Stage.Handler()
    let run = start(
      returning: handler, before: isBefore ? stopping("stop") : { _ in }, inside: isBefore ? { _ in } : stopping("stop")
    )
    run.cancel()
    stage.queue.play()
    #expect(stage.trace.lines == ["stop"])
    #expect(census.living == 0)
  }

  @Test("onCancel belongs to one start: however that settles, the next one is not stopped by it", arguments: 0..<3)
  func ofOneStart(kind: Int) {
    let handlers = Kept<Stage.Handler>()
    var starts = 0
    let stop = stopping("stop")
    let run = stage.flow("F") { [census] _ in
      let step = FlowStep(Any.self, String.self, identifier: "s") { step in
        starts += 1
        guard starts == 1 else {
          handlers.all.append(Stage.Handler())
          return handlers.all.last
        }
        stop(step)
        if kind == 0 { return nil }
        let handler = Stage.Handler()
        if kind == 1 { handler.complete("early") } else { handlers.all.append(handler) }
        return handler
      }
      step.setCompletion { [trace = stage.trace] step, _ in
        trace.note("\(census.living) alive")
        step.nextStep = step
      }
      return step
    }
    .start()
    stage.queue.play()
    handlers.all.first?.complete("later")
    stage.queue.play()
    run.cancel()
    stage.queue.play()
    #expect(stage.trace.lines.allSatisfy { $0 == "0 alive" })
  }

  @Test("onContentUpdate hears of the start, with nil too, and of each change, until it is set anew", arguments: 0..<3)
  func contentUpdate(kind: Int) {
    let handler = Stage.Handler()
    if kind == 1 { handler.complete("early") }
    let heard = stage.trace
    let steps = Kept<FlowStep<Any, String>>()
    let run = start(
      returning: handler,
      before: { step in
        if kind == 2 { step.content = 1 }
        step.onContentUpdate { content in heard.note("hears \(content.map { "\($0)" } ?? "nil")") }
        steps.all.append(step)
      })
    #expect(heard.take() == [kind == 2 ? "hears 1" : "hears nil"])
    guard kind != 1 else { return }
    stage.queue.perform {
      steps.all[0].content = 5
      steps.all[0].content = 5
      steps.all[0].onContentUpdate { _ in heard.note("anew") }
      steps.all[0].content = 6
    }
    #expect(heard.take() == ["hears 5", "hears 5", "anew"])
    run.cancel()
    stage.queue.play()
  }

  @Test("the closures are let go of at the end of the run")
  func letGo() {
    let handler = Stage.Handler()
    let alive = Kept<Live>()
    alive.all.append(census.newborn())
    _ = start(
      returning: handler,
      before: { step in
        let captured = alive.all.removeLast()
        step.onContentUpdate { _ in captured.touch() }
      }, inside: stopping("stop"))
    #expect(census.living == 2)
    handler.complete("done")
    stage.queue.play()
    #expect(census.living == 0)
    #expect(stage.trace.lines == [])
  }
}
