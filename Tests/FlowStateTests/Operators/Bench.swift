import FlowState
import FlowStateTesting

/// What the tests of the operators work at: a run whose queue and clock are played by hand, and steps that wait for the test.
struct Bench: Sendable {
  typealias Step = FlowStep<Any, String>
  typealias Handler = FlowStepHandler<Any, String>

  let queue = ManualQueue()
  let clock = ManualClock()
  /// The events of the run, what `onCancel` was called for, and how the run told that it ended.
  let trace = Trace()
  /// Counts what the closures of the steps keep alive.
  let census = Census()
  /// The handlers of the waiting steps, in the order in which they were made.
  let kept = Shelf<Handler>()
  /// The handlers of steps whose content is text.
  let inner = Shelf<FlowStepHandler<String, String>>()

  /// A step that waits until the test completes it.
  func waiting(_ identifier: String = "a") -> Step {
    let alive = census.newborn()
    return Step(identifier: identifier) { [kept] _ in
      alive.touch()
      let handler = Handler()
      kept.put(handler)
      return handler
    }
  }

  /// A waiting step that notes when its work is stopped.
  func stoppable(_ identifier: String = "a") -> Step {
    Step(identifier: identifier) { [kept, trace] _ in
      let handler = Handler()
      handler.onCancel { trace.note("\(identifier) stopped") }
      kept.put(handler)
      return handler
    }
  }

  /// A step that completes on the spot.
  func instant(_ identifier: String = "a", _ result: String? = nil) -> Step {
    Step(identifier: identifier) { _ in
      let handler = Handler()
      handler.complete(result)
      return handler
    }
  }

  /// A step that fails on the spot some times, and then completes with `done`.
  func failing(_ identifier: String = "a", times: Int = .max) -> Step {
    var started = 0
    return Step(identifier: identifier) { _ in
      let handler = Handler()
      started += 1
      if started <= times { handler.fail(Mishap("mishap \(started)")) } else { handler.complete("done") }
      return handler
    }
  }

  /// Starts a run whose result is that of its first step, and plays it to where it waits.
  @discardableResult
  func start(_ build: @escaping @Sendable () -> Step) -> FlowRun {
    startChain { scope in
      let step = build()
      step.setCompletion { _, result in scope.result = result }
      return step
    }
  }

  /// Starts a run and plays it to where it waits.
  @discardableResult
  func startChain(
    isPlayed: Bool = true, _ build: @escaping @Sendable (FlowScope<Any, String>) -> any Startable
  ) -> FlowRun {
    let flow = Flow(Any.self, String.self, identifier: "F", build)
    let run = flow.on(queue).timed(by: clock).observed(by: trace).start { [trace] outcome in
      switch outcome {
      case .completed(let result): trace.note("= \(result ?? "nil")")
      case .failed(let error): trace.note("= \(error)")
      case .cancelled: trace.note("= cancelled")
      }
    }
    if isPlayed { queue.play() }
    return run
  }

  /// Completes a step by the number of its handler.
  func complete(_ index: Int = 0, _ result: String? = nil) {
    kept[index].complete(result)
    queue.play()
  }

  /// Fails a step by the number of its handler.
  func fail(_ index: Int = 0, _ error: any Error = Mishap()) {
    kept[index].fail(error)
    queue.play()
  }

  /// Lets time pass and plays the run to where it waits.
  func pass(_ duration: Duration) {
    clock.advance(by: duration)
    queue.play()
  }

  /// How the run told that it ended; nil if it has not.
  var told: String? { trace.lines.last { $0.hasPrefix("= ") } }

  /// What happened to one step.
  func lines(of identifier: String) -> [String] {
    trace.lines.filter { $0.hasPrefix("\(identifier) ") }
  }
}
