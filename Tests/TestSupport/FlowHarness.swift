package import FlowState
package import FlowStateTesting

/// Runs flows under the control of a test, which advances the clock, plays the run's queue, and completes the waiting
/// steps.
///
/// ```swift
/// let harness = FlowHarness()
/// harness.startFlow { _ in harness.waiting("a", then: harness.waiting("b")) }
/// harness.complete("a")
/// #expect(harness.trace.lines == ["F#1 run began", "a began", "a completed", "b began"])
/// ```
package struct FlowHarness: Sendable {
  package typealias Step = FlowStep<Any, String>
  package typealias Handler = FlowStepHandler<Any, String>

  package let queue = ManualQueue()
  package let clock: ManualClock
  /// The events of the runs as single lines, the test's notes, and how each run ended: `= result`, `= error` or
  /// `= cancelled`.
  package let trace = Trace()
  /// The events of the runs as a recording, and the results of those that completed.
  package let recorder = FlowRecorder()
  /// Counts the objects that the closures of the steps keep alive.
  package let objects = ObjectCounter()
  let keepsEarlierStarts: Bool
  /// The starts of waiting steps whose handlers are kept, oldest first.
  let starts = LockedList<Start>()

  /// The start of a step that waits for the test.
  struct Start: Sendable {
    let step: String
    let handler: Handler
  }

  /// Passes each event on to both collections.
  private struct Observer: FlowObserver {
    let trace: Trace
    let recorder: FlowRecorder

    func receive(_ event: FlowEvent) {
      trace.receive(event)
      recorder.receive(event)
    }

    var wantsFindings: Bool { true }

    func receive(_ finding: FlowFinding) {
      recorder.receive(finding)
    }
  }

  /// Makes a harness.
  ///
  /// - Parameters:
  ///   - keepsEarlierStarts: Whether the handler of a step is kept when the step starts again. By default, it is
  ///     released, as by a screen that another one replaces.
  ///   - clockPlaysQueue: Whether the queue is played after each timer. By default, timers that fall due at the same
  ///     time are all called before the run reacts to the first one.
  package init(keepsEarlierStarts: Bool = false, clockPlaysQueue: Bool = false) {
    self.keepsEarlierStarts = keepsEarlierStarts
    clock = clockPlaysQueue ? ManualClock(playing: queue) : ManualClock()
  }

  /// Makes a flow on the harness's queue, to be nested or started.
  package func flow(
    _ identifier: String, _ first: @escaping @Sendable (FlowScope<Any, String>) -> any Startable
  ) -> Flow<Any, String> {
    Flow(Any.self, String.self, identifier: identifier, first).on(queue)
  }

  /// Makes a flow on the harness's queue whose steps are made on the main actor.
  package func mainActorFlow(
    _ identifier: String, _ first: @escaping @MainActor (FlowScope<Never, String>) -> any Startable
  ) -> Flow<Any, String> {
    Flow(Any.self, String.self, identifier: identifier, onMainActor: first).on(queue)
  }

  /// A flow that uses the harness's clock and reports its events to the harness.
  package func recorded(_ flow: Flow<Any, String>) -> Flow<Any, String> {
    flow.timed(by: clock).observed(by: Observer(trace: trace, recorder: recorder))
  }

  /// Makes a recorded flow on the harness's queue.
  package func recordedFlow(
    _ identifier: String = "F", _ first: @escaping @Sendable (FlowScope<Any, String>) -> any Startable
  ) -> Flow<Any, String> {
    recorded(flow(identifier, first))
  }

  /// Starts a run of a flow, notes how it ends, and plays it until it waits.
  @discardableResult
  package func start(_ flow: Flow<Any, String>, isPlayed: Bool = true) -> FlowRun {
    let run = flow.start { outcome in
      switch outcome {
      case .completed(let result):
        trace.note("= \(result ?? "nil")")
        recorder.note("= \(result ?? "nil")")
      case .failed(let error): trace.note("= \(error)")
      case .cancelled: trace.note("= cancelled")
      }
    }
    if isPlayed { queue.play() }
    return run
  }

  /// Starts a run of the recorded flow `F`, and plays it until it waits.
  @discardableResult
  package func startFlow(
    isPlayed: Bool = true, _ first: @escaping @Sendable (FlowScope<Any, String>) -> any Startable
  ) -> FlowRun {
    start(recordedFlow("F", first), isPlayed: isPlayed)
  }

  /// Starts a run of the recorded flow `F`, whose steps are made on the main actor, and plays it until it waits.
  @discardableResult
  package func startMainActorFlow(
    _ first: @escaping @MainActor (FlowScope<Never, String>) -> any Startable
  ) -> FlowRun {
    start(recorded(mainActorFlow("F", first)))
  }

  /// Starts a run of the recorded flow `F` of one step, whose result is the run's, and plays it until it waits.
  @discardableResult
  package func startStep(_ make: @escaping @Sendable () -> Step) -> FlowRun {
    startFlow { scope in
      let step = make()
      step.setCompletion { _, result in scope.result = result }
      return step
    }
  }

  /// The line of the latest run's ending, or nil if no run has ended.
  package var ending: String? { trace.lines.last { $0.hasPrefix("= ") } }

  /// The lines about one step: the user's, or that of an operator if it is named as in `a (retry)`.
  package func lines(of name: String) -> [String] {
    trace.lines.filter { $0.hasPrefix("\(name) ") && (name.hasSuffix(")") || !$0.hasPrefix("\(name) (")) }
  }
}
