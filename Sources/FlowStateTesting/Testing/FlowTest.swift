public import FlowState

/// The tools for a test of a flow in one object: queue, clock, recorder, script, and leak check.
///
/// ```swift
/// let test = FlowTest(["Download": [.failure(Offline()), .result("Al")], "Edit": [.after(.seconds(5), .result("Bo"))]])
/// test.start(profile)  // until it waits
/// #expect(test.take().last == "Download waits 1.0 seconds")
/// test.advance(by: .seconds(1))
/// #expect(test.take().last == "Edit began")
/// try test.run()  // to the end
/// #expect(test.outcomes == ["completed: Bo"])
/// try test.requireNothingLeft()
/// ```
///
/// The runs execute on queues that the test plays, at the times of a clock that it advances. So do nested flows, even
/// if they have a queue of their own; a main-actor flow that is nested in a main-actor flow shares its queue. The
/// recorder receives the events of all runs, in addition to the observers of the flows.
///
/// Use a test on one thread. For a flow of main-actor code, use it on the main actor. Other threads can complete
/// handlers; play the queues afterwards.
public final class FlowTest: RunProbe {
  /// The queue of the first run.
  public let queue = ManualQueue()
  /// The clock of the runs.
  public let clock = ManualClock()
  /// The events of the runs as text.
  public let recorder: FlowRecorder
  /// The answers to the steps of the runs.
  public let script: FlowScript
  /// The check that watches the runs.
  public let leaks = LeakCheck()

  private struct State {
    var queues = ReplacementQueues()
    /// The queues on which turns may be waiting.
    var filled = FilledQueues()
    /// The script of the first flow, which answers the steps that the test doesn't answer.
    var ownScript: (any RunProbe)?
    var laws = EventLaws()
    var described: [(@Sendable () -> String)?] = []
  }

  /// Never locked while a closure is called.
  private let state = Locked(State())

  /// Creates a test.
  ///
  /// - Parameters:
  ///   - answers: The answers to the starts of each step, by its identifier. Traps if a step has no answer, or if it is
  ///     named twice.
  ///   - details: The details that each line of the recording contains in addition to the event.
  public init(_ answers: KeyValuePairs<String, [FlowAnswer]> = [:], recording details: FlowRecorder.Details = .places) {
    script = FlowScript(answers)
    recorder = FlowRecorder(details)
  }

  // MARK: Running

  /// Starts a run and plays it until it waits.
  ///
  /// - Parameters:
  ///   - flow: The flow. The test replaces its queue and its clock.
  ///   - content: The content of the run.
  ///   - completion: The closure that receives the outcome, on the run's queue.
  /// - Returns: The run.
  @discardableResult
  public func start<Content, Result>(
    _ flow: Flow<Content, Result>, _ content: sending Content? = nil,
    completion: @escaping @Sendable (_ outcome: sending FlowOutcome<Result>) -> Void = { _ in }
  ) -> FlowRun {
    let (script, original) = (flow.probes?.script, flow.queue)
    let number = state.withLock { state in
      state.described.append(nil)
      if state.described.count == 1 {
        state.ownScript = script
        state.queues.add(queue, replacing: original)
      }
      return state.described.count - 1
    }
    let runQueue = number == 0 ? queue : state.withLock { $0.queues.queue(replacing: original) }
    var tested = flow.on(watched(runQueue)).timed(by: clock)
    tested.probes = RunProbes(script: self, watch: leaks, observer: Observer(test: self))
    let run = tested.start(content) { [weak self] outcome in
      let text = outcome.text
      self?.state.withLock { $0.described[number] = { text } }
      completion(outcome)
    }
    play()
    return run
  }

  /// Plays the queues until they are empty, for example after a handler was completed by hand.
  public func play() {
    while let queue = state.withLock({ state in state.filled.popFirst().map { state.queues.all[$0] } }) { queue.play() }
  }

  /// Advances the time. All consequences of a timer happen at the timer's time.
  ///
  /// - Parameter duration: The time that passes. Traps if it is negative.
  public func advance(by duration: Duration) {
    requireUse(duration >= .zero, "A FlowTest cannot advance by \(duration); time does not go backwards.")
    let end = clock.now + duration
    play()
    while let next = clock.nextTimer, next <= end {
      clock.advance(by: max(.zero, next - clock.now))
      play()
    }
    clock.advance(by: max(.zero, end - clock.now))
    play()
  }

  /// Plays the runs to their end by advancing the time until no timer is waiting.
  ///
  /// - Parameter limit: The maximum number of times at which timers are called. Traps if it isn't positive.
  /// - Throws: A ``ScheduledTimersError`` if timers are still waiting at the limit.
  public func run(limit: Int = 10_000) throws(ScheduledTimersError) {
    requireUse(limit > 0, "A FlowTest cannot run to the end with a limit of \(limit); it must be at least 1.")
    play()
    var advances = 0
    while let next = clock.nextTimer {
      guard advances < limit else { throw ScheduledTimersError(count: clock.timerCount, next: next, limit: limit) }
      advances += 1
      advance(by: next - clock.now)
    }
  }

  // MARK: Examining

  /// The lines recorded so far as one text.
  public var text: String { recorder.text }

  /// Removes the recorded lines and returns them, so that a test can examine a run part by part.
  ///
  /// - Returns: The lines recorded since the previous call.
  @discardableResult
  public func take() -> [String] {
    recorder.take()
  }

  /// The outcomes of the runs as text, in the order of their starts: `completed`, `completed: Al`,
  /// `failed: Pay: out of money`, `cancelled`. A run that hasn't ended has the outcome `none`.
  public var outcomes: [String] { state.withLock { $0.described }.map { $0?() ?? "none" } }

  /// Checks that the runs have ended and have left nothing behind.
  ///
  /// - Throws: A ``FlowTestError`` with a sentence for each run that hasn't ended, for waiting timers, for objects that
  ///   are alive, for answers of wrong types, and for steps in the script that haven't started.
  public func requireNothingLeft() throws(FlowTestError) {
    let (open, endings, violation) = state.withLock { ($0.laws.openSteps, $0.described, $0.laws.violation) }
    var problems: [String] = []
    if endings.contains(where: { $0 == nil }) {
      let steps = open.isEmpty ? "" : " It waits for: \(open.joined(separator: ", "))."
      problems.append("A run has not ended.\(steps)")
    }
    if let violation { problems.append(violation.sentence) }
    do { try clock.requireNothingScheduled() } catch { problems.append(error.description) }
    do { try leaks.requireNothingAlive() } catch { problems.append(error.description) }
    problems += script.wrongAnswers.map(\.description)
    if let complaint = script.complaint { problems.append(complaint) }
    if !problems.isEmpty { throw FlowTestError(problems: problems) }
  }

  // MARK: Called by the engine

  /// Returns the answer to a start of a step.
  package func answer(toStartOf step: String) -> StepAnswer? {
    script.answer(toStartOf: step) ?? state.withLock { $0.ownScript }?.answer(toStartOf: step)
  }

  /// Records an answer of a wrong type, and returns its error.
  package func refusal(of result: Any.Type, inPlaceOf expected: Any.Type?, by step: String) -> any Error {
    script.refusal(of: result, inPlaceOf: expected, by: step)
  }

  /// Returns the queue that the test plays in place of a nested flow's queue.
  package func queue(replacing queue: any FlowQueue) -> (any FlowQueue)? {
    watched(state.withLock { $0.queues.queue(replacing: queue) })
  }

  /// Returns a queue that notifies the test when a turn arrives.
  private func watched(_ queue: ManualQueue) -> ManualQueue {
    guard let place = state.withLock({ $0.queues.place(of: queue) }) else { return queue }
    queue.notifyWhenFilled { [weak self] in self?.state.withLock { $0.filled.insert(place) } }
    return queue
  }

  /// Receives the events of all runs. Weak, because a run can outlive its test.
  private struct Observer: FlowObserver {
    weak let test: FlowTest?

    func receive(_ event: FlowEvent) {
      guard let test else { return }
      test.recorder.receive(event)
      test.state.withLock { $0.laws.receive(event) }
    }

    var wantsFindings: Bool { true }

    func receive(_ finding: FlowFinding) {
      test?.recorder.receive(finding)
    }
  }
}
