import Dispatch
import FlowState
import FlowStateTesting
import TestSupport
import Testing

/// Law 9: cancelling reaches the work in flight, inside out, in every state of a run.
struct CancellationTests {
  let queue = ManualQueue()
  let trace = Trace()
  let kept = LockedList<FlowStepHandler<Any, String>>()

  /// A step whose handlers the test keeps, and which notes that its work was stopped.
  static func waiting(
    _ identifier: String, _ trace: Trace, _ kept: LockedList<FlowStepHandler<Any, String>>
  ) -> FlowStep<Any, String> {
    FlowStep(Any.self, String.self, identifier: identifier) { _ in
      let handler = FlowStepHandler(Any.self, String.self)
      handler.onCancel { trace.note("\(identifier) stopped") }
      kept.append(handler)
      return handler
    }
  }

  private func start(_ flow: Flow<Any, String>) -> FlowRun {
    flow.on(queue).observed(by: trace).start { [trace] outcome in
      if case .cancelled = outcome { trace.note("told: cancelled") } else { trace.note("told: otherwise") }
    }
  }

  @Test("Cancelling a run stops and cancels its waiting step, whose later reports are extra")
  func waiting() {
    let run = start(
      Flow(Any.self, String.self, identifier: "F") { [trace, kept] _ in Self.waiting("a", trace, kept) })
    queue.play()
    run.cancel()
    run.cancel()
    queue.play()
    kept.removeAll()[0].complete("late")
    queue.play()
    run.cancel()
    queue.play()
    #expect(
      trace.lines == [
        "F#1 run began", "a began", "a stopped", "a cancelled", "F#1 cancelled", "told: cancelled", "a extra",
      ])
  }

  @Test("A run that is cancelled before it begins never begins")
  func beforeBeginning() {
    let run = start(
      Flow(Any.self, String.self, identifier: "F") { [trace, kept] _ in
        trace.note("built")
        return Self.waiting("a", trace, kept)
      })
    run.cancel()
    queue.play()
    #expect(!trace.lines.contains("built"))
    #expect(trace.lines.last == "told: cancelled")
  }

  @Test("Cancelling a run does not stop a step that has completed")
  func settled() {
    let run = start(
      Flow(Any.self, String.self, identifier: "F") { [trace, kept] _ in
        let a = Self.waiting("a", trace, kept)
        a.nextStep = Self.waiting("b", trace, kept)
        return a
      })
    queue.play()
    kept.removeAll()[0].complete("done")
    queue.play()
    run.cancel()
    queue.play()
    #expect(trace.lines.filter { $0.hasSuffix("stopped") } == ["b stopped"])
  }

  @Test(
    "A run that is cancelled inside one of its closures ends after the closure",
    arguments: ["intent", "completion", "observer"])
  func insideClosures(place: String) {
    let runs = LockedList<FlowRun>()
    let cancel: @Sendable (String) -> Void = { here in if here == place { runs.all.last?.cancel() } }
    let flow = Flow(Any.self, String.self, identifier: "F") { [trace, kept] _ in
      let a = FlowStep(
        Any.self, String.self, identifier: "a",
        { _ in
          cancel("intent")
          trace.note("intent returns")
          return nil
        }
      ) { _, _ in
        cancel("completion")
        trace.note("completion returns")
      }
      a.nextStep = Self.waiting("b", trace, kept)
      return a
    }
    let observer = LineObserver { [trace] line in
      if line.contains("a completed") { cancel("observer") }
      if line.contains("cancelled") { trace.note("reported") }
    }
    runs.append(flow.on(queue).observed(by: observer).start { [trace] _ in trace.note("told") })
    queue.play()
    #expect(
      trace.lines == ["intent returns", "completion returns", "b stopped", "reported", "reported", "told"]
        || trace.lines == ["intent returns", "completion returns", "reported", "told"])
    #expect(queue.isEmpty)
  }

  @Test("Cancelling a run stops concurrent children and nested flows from the inside out")
  func insideOut() {
    let run = start(
      Flow(Any.self, String.self, identifier: "F") { [trace, kept] _ in
        let inner = Flow(Any.self, String.self, identifier: "N") { _ in Self.waiting("deep", trace, kept) }
        return ConcurrentFlowStep(
          identifier: "group", steps: [Self.waiting("a", trace, kept), FlowStep(inner, identifier: "nested")])
      })
    queue.play()
    run.cancel()
    queue.play()
    #expect(
      trace.lines.filter { !$0.hasSuffix("began") } == [
        "deep stopped", "deep cancelled", "N#1 cancelled", "nested cancelled", "a stopped", "a cancelled",
        "group cancelled", "F#1 cancelled", "told: cancelled",
      ])
  }

  @Test("A chain that never waits can be cancelled")
  func endlessChain() async {
    let started = DispatchSemaphore(value: 0)
    let ended = DispatchSemaphore(value: 0)
    let flow = Flow(Any.self, String.self, identifier: "Endless") { _ in
      let step = FlowStep(Any.self, String.self, identifier: "turn") { _ in
        started.signal()
        return nil
      }
      step.nextStep = step
      return step
    }
    let run = flow.start { _ in ended.signal() }
    await onThread {
      started.wait(orSay: "The chain did not begin")
      run.cancel()
      ended.wait(orSay: "The run did not end")
    }
  }

  @Test("Cancelling a task cancels its run, and run throws CancellationError")
  func task() async {
    let began = DispatchSemaphore(value: 0)
    let flow = Flow(Any.self, String.self, identifier: "F") { [trace, kept] _ in
      let a = Self.waiting("a", trace, kept)
      began.signal()
      return a
    }
    let task = Task { try await flow.run() }
    #expect(await onThread { began.wait(orSay: "The run did not begin") })
    task.cancel()
    await #expect(throws: CancellationError.self) { try await task.value(orSay: "The task still waits for the run") }
    #expect(trace.lines == ["a stopped"])
  }

  @Test("A task that is cancelled before it runs a flow throws CancellationError")
  func taskCancelledBefore() async {
    let flow = Flow(Any.self, String.self, identifier: "F") { [trace, kept] _ in Self.waiting("a", trace, kept) }
    let task = Task {
      withUnsafeCurrentTask { $0?.cancel() }
      return try await flow.run()
    }
    await #expect(throws: CancellationError.self) { try await task.value(orSay: "The task still waits for the run") }
    #expect(trace.lines == [])
  }

  @Test("A nested flow on a queue of its own is stopped on that queue")
  func nestedOnOwnQueue() {
    let other = ManualQueue()
    let run = start(
      Flow(Any.self, String.self, identifier: "F") { [trace, kept] _ in
        let inner = Flow(String.self, String.self, identifier: "N") { _ in Self.waiting("deep", trace, kept) }
        return FlowStep(inner.on(other), identifier: "nested")
      })
    queue.play()
    other.play()
    run.cancel()
    queue.play()
    #expect(!trace.lines.contains("told: cancelled"), "the nested run has not ended yet")
    other.play()
    #expect(trace.lines.filter { $0.hasPrefix("deep") } == ["deep began", "deep stopped", "deep cancelled"])
    queue.play()
    #expect(trace.lines.last == "told: cancelled")
  }

  @Test("A cancelled run leaves nothing alive")
  func lifetime() {
    let objects = ObjectCounter()
    let run = start(
      Flow(Any.self, String.self, identifier: "F") { [trace, kept] _ in
        let alive = objects.makeObject()
        let a = Self.waiting("a", trace, kept)
        let b = Self.waiting("b", trace, kept)
        a.setCompletion { _, _ in
          alive.touch()
          a.nextStep = b
        }
        b.setCompletion { _, _ in b.nextStep = a }
        return a
      })
    queue.play()
    kept.removeAll()[0].complete("go")
    queue.play()
    run.cancel()
    queue.play()
    #expect(objects.living == 0)
  }
}
