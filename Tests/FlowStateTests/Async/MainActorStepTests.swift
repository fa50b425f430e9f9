import FlowState
import TestSupport
import Testing

/// Async steps with a main-actor function, in a main-actor flow.
@MainActor
struct MainActorStepTests {
  let trace = Trace()
  let handler = FlowStepHandler(Any.self, Int.self)

  /// A flow that runs a waiting step and an async step concurrently.
  private func flow(_ work: @escaping @MainActor () async -> Void) -> Flow<Any, Void> {
    Flow(
      Any.self, Void.self, identifier: "F",
      onMainActor: { [trace, handler] _ in
        let first = FlowStep(Any.self, Any.self, identifier: "first") { _ in nil }
        let waiting = FlowStep(Any.self, Int.self, identifier: "waiting") { _ in
          handler.onCancel { trace.note("stopped") }
          return handler
        }
        waiting.setCompletion { _, _ in trace.note("completion of the other") }
        let own = FlowStep(Any.self, Any.self, identifier: "own") { @MainActor _ in
          trace.note("began")
          await Task.yield()
          await work()
          return nil
        }
        first.nextStep = ConcurrentFlowStep(identifier: "both", steps: [waiting, own])
        return first
      })
  }

  @Test("A main-actor async step shares the builder's state with the run's closures across awaits")
  func state() async throws {
    final class Model {
      var value = 0
    }
    let flow = Flow(
      Any.self, Int.self, identifier: "F",
      onMainActor: { scope in
        let model = Model()
        var count = 0
        let steps = (0..<4).map { index in
          FlowStep(Any.self, Int.self, identifier: "\(index)") { @MainActor _ in
            for _ in 0..<100 {
              MainActor.preconditionIsolated()
              model.value += 1
              count += 1
              await Task.yield()
            }
            return nil
          }
        }
        let all = FlowStep(identifier: "all", joining: steps)
        all.setCompletion { _, _ in scope.result = model.value + count }
        return all
      })
    #expect(try await flow.run() == 800)
  }

  @Test("A main-actor function's completion is delivered when the function suspends, not between two statements")
  func completion() async throws {
    _ = try await flow { [trace, handler] in
      trace.note("before")
      handler.complete(1)
      trace.note("after")
    }.run()
    #expect(trace.lines == ["began", "before", "after", "completion of the other"])
  }

  @Test("A completion from a main-actor child task is not delivered between two of its statements")
  func child() async throws {
    _ = try await flow { [trace, handler] in
      await withTaskGroup { group in
        group.addTask { @MainActor in
          trace.note("before")
          handler.complete(1)
          trace.note("after")
        }
      }
    }.run()
    #expect(trace.lines == ["began", "before", "after", "completion of the other"])
  }

  @Test("A main-actor function's completion for another run is delivered immediately")
  func otherRun() async throws {
    let other = FlowStepHandler(Any.self, Int.self)
    let begun = AsyncSignal()
    let step = FlowStep(Any.self, Int.self, identifier: "other") { _ in
      begun.send()
      return other
    }
    step.setCompletion { [trace] _, _ in trace.note("completion of the other") }
    step.start()
    try await begun.wait(orSay: "The step did not begin")
    _ = try await flow { [trace, handler] in
      trace.note("before")
      other.complete(1)
      trace.note("after")
      handler.complete(1)
    }.run()
    #expect(trace.lines.prefix(4) == ["began", "before", "completion of the other", "after"])
  }

  @Test("A main-actor function's cancellation of its run takes effect when the function suspends")
  func cancellation() async throws {
    let runs = LockedList<FlowRun>()
    let ended = AsyncSignal()
    let run = flow { [trace] in
      trace.note("before")
      runs[0].cancel()
      trace.note("after")
      await Task.yield()
      trace.note("is cancelled: \(Task.isCancelled)")
    }.start { _ in ended.send() }
    runs.append(run)
    try await ended.wait(orSay: "The run did not end")
    #expect(trace.lines == ["began", "before", "after", "stopped", "is cancelled: true"])
  }

  @Test("A main-actor function's call to go back takes effect when the function suspends")
  func goingBack() async throws {
    let runs = LockedList<FlowRun>()
    let ended = AsyncSignal()
    var visits = 0
    let run = flow { [trace, handler] in
      visits += 1
      if visits > 1 { return handler.complete(nil) }
      trace.note("before")
      runs[0].goBack()
      trace.note("after")
      await Task.yield()
      trace.note("is cancelled: \(Task.isCancelled)")
    }.reversible().start { _ in ended.send() }
    runs.append(run)
    try await ended.wait(orSay: "The run did not end")
    #expect(trace.lines.prefix(4) == ["began", "before", "after", "stopped"])
    #expect(trace.lines.contains("is cancelled: true"))
    #expect(trace.lines.last == "completion of the other")
  }

  @Test("Steps that a main-actor function makes belong to the run, whose end breaks their cycles")
  func cycle() async throws {
    let objects = ObjectCounter()
    let flow = Flow(
      Any.self, Void.self, identifier: "F",
      onMainActor: { _ in
        let first = FlowStep(Any.self, Any.self, identifier: "first") { _ in nil }
        let maker = FlowStep(Any.self, Any.self, identifier: "maker") { @MainActor _ in
          await Task.yield()
          let x = FlowStep(Any.self, Any.self, identifier: "x") { _ in nil }
          let y = FlowStep(Any.self, Any.self, identifier: "y") { _ in nil }
          let alive = objects.makeObject()
          x.setCompletion { x, _ in withExtendedLifetime(alive) { x.nextStep = y } }
          y.setCompletion { y, _ in withExtendedLifetime(x) { y.nextStep = nil } }
          first.nextStep = x
          return nil
        }
        maker.nextStep = first
        return maker
      })
    _ = try await flow.run()
    #expect(objects.living == 0)
  }

  @Test("Objects that a main-actor function captures are released before the run reports its end")
  func lifetime() async throws {
    let objects = ObjectCounter()
    let ended = AsyncSignal()
    let flow = Flow(
      Any.self, Void.self, identifier: "F",
      onMainActor: { _ in
        let alive = objects.makeObject()
        return FlowStep(Any.self, Any.self, identifier: "a") { @MainActor _ in
          await Task.yield()
          alive.touch()
          return nil
        }
      })
    flow.start { [trace] _ in
      trace.note("\(objects.living) alive")
      ended.send()
    }
    try await ended.wait(orSay: "The run did not end")
    #expect(trace.lines == ["0 alive"])
  }
}
