public import FlowState
import Foundation

/// The stage on which a test sets up one run for the explorer.
///
/// Everything on a stage happens when the explorer chooses it.
///
/// ```swift
/// let explorer = ScheduleExplorer { stage in
///   let server = FakeServer(on: stage)  // replies by stage.addEvent("Reply") { … }
///   stage.answer("Edit", with: .result("Bo"), .failure(InputEnded()))
///   stage.start(makeFlow(server))
///   stage.require { _ in server.isIdle ? nil : "A request was not called off." }
/// }
/// ```
///
/// Steps that you name with ``answer(_:with:)`` don't do their own work. Instead, each of their starts registers an event that
/// answers the step. Register everything else that the run waits for with ``addEvent(_:_:)``; otherwise, the run hangs.
///
/// You can use a stage from any thread. Start the run on the thread that calls the setup.
///
/// `@unchecked Sendable` because `lock` guards the state. While it holds the lock, the stage doesn't call closures of the test
/// or release its objects.
public final class ScheduleStage: RunProbe, @unchecked Sendable {
  /// The queue of the run, which the explorer plays.
  public let queue = ManualQueue()
  /// The clock of the run, which the explorer advances.
  public let clock = ManualClock()
  /// A check that records what must not outlive the run.
  public let leaks = LeakCheck()

  let observer = StageObserver()
  private let lock = NSLock()
  private var state = StageState()

  init() {}

  // MARK: Setting up

  /// Registers an event that happens once, when the explorer chooses it.
  ///
  /// - Parameters:
  ///   - name: The name of the event in schedules. Events with the same name are numbered.
  ///   - action: The closure that lets the event happen. The explorer calls it on its own thread, not on the run's queue, and
  ///     then releases it.
  /// - Returns: The event, which you can withdraw until it happens.
  @discardableResult
  public func addEvent(_ name: String, _ action: @escaping @Sendable () -> Void) -> PendingEvent {
    add(name, []) { _ in action() }
  }

  /// Registers an event that happens once, in one of several ways.
  ///
  /// - Parameters:
  ///   - name: The name of the event in schedules.
  ///   - actions: The name of each way in schedules, and the closure that lets the event happen in this way. The explorer calls
  ///     one of the closures, once.
  /// - Returns: The event, which you can withdraw until it happens.
  @discardableResult
  public func addEvent(_ name: String, anyOf actions: KeyValuePairs<String, @Sendable () -> Void>) -> PendingEvent {
    precondition(!actions.isEmpty, "Event '\(name)' was registered without a way to happen; it needs at least one.")
    let ways = actions.map(\.value)
    return add(name, actions.map(\.key)) { way in ways[way]() }
  }

  /// Sets the answers that a step can get.
  ///
  /// Each start of the step registers an event with the name of the step. Steps of nested flows are answered as well. If the
  /// step is cancelled before its answer, the answer arrives as an extra completion.
  ///
  /// - Parameters:
  ///   - step: The identifier of the step.
  ///   - answers: The answers from which the explorer chooses. Traps if there are no answers.
  public func answer(_ step: String, with answers: Answer...) {
    precondition(!answers.isEmpty, "Step '\(step)' was set up without an answer; it needs at least one.")
    let ways = Answer.names(of: answers)
    let answer = StepAnswer.deferred { [unowned self] reply in
      add(step, ways) { [unowned self] way in give(answers[way], to: reply, of: step) }
    }
    observer.withLaws { $0.watchReports(to: step) }
    withState { $0.setAnswer(answer, for: step) }
  }

  /// Starts the run to explore.
  ///
  /// The run uses the queue, the clock and the leak check of the stage, and the stage records its events. They replace the
  /// flow's queue, clock, leak check and observers. If the flow has a script, the script answers the steps that the stage
  /// doesn't answer. Call this method exactly once in each setup. It traps otherwise.
  ///
  /// - Parameters:
  ///   - flow: The flow.
  ///   - content: The content of the run.
  ///   - completion: The closure that receives the outcome, on the run's queue.
  /// - Returns: The run.
  @discardableResult
  public func start<Content, Result>(
    _ flow: Flow<Content, Result>, _ content: sending Content? = nil,
    completion: @escaping @Sendable (_ outcome: FlowOutcome<Result>) -> Void = { _ in }
  ) -> FlowRun {
    var staged = flow.on(queue).timed(by: clock).observed(by: observer)
    let isFirst = withState { state in
      state.script = flow.probes?.script
      return state.run == nil
    }
    precondition(isFirst, "A stage was asked to start a second run; a setup starts exactly one.")
    staged.probes = RunProbes(script: self, watch: leaks)
    let run = staged.start(content) { [unowned self] outcome in
      // Guarded by the explorer, which plays the queue on its own thread.
      nonisolated(unsafe) let outcome = outcome
      let timers = clock.timerCount
      withState { $0.outcomeTold(timersLeft: timers) { Self.text(of: outcome) } }
      completion(outcome)
    }
    withState { $0.run = run }
    return run
  }

  /// Adds a requirement that must hold at the end of each schedule, when the run has ended and nothing is left that can happen.
  ///
  /// - Parameter invariant: A closure that receives a report of the schedule. It returns a sentence that describes what is wrong,
  ///   or nil. If the closure throws an error, the description of the error is the sentence.
  public func require(_ invariant: @escaping @Sendable (_ report: ScheduleReport) throws -> String?) {
    withState { $0.requirements.append(invariant) }
  }

  /// Adds a line to the recorded events. It appears in the trace of a failure and in ``ScheduleReport/lines``.
  ///
  /// - Parameter line: The line, which is recorded unchanged.
  public func note(_ line: String) {
    observer.note(line)
  }

  // MARK: Answering

  /// Returns the answer to a start of a step. The engine calls this method.
  package func answer(toStartOf step: String) -> StepAnswer? {
    let (answer, script) = withState { ($0.answer(for: step), $0.script) }
    return answer ?? script?.answer(toStartOf: step)
  }

  private func give(_ answer: Answer, to reply: StepReply, of step: String) {
    if case .never = answer.act {
      withState { $0.unanswered.append((step, reply)) }
      return
    }
    if answer.isReport { observer.withLaws { $0.reportMade(to: step) } }
    answer.give(to: reply)
    guard answer.isGivenTwice, answer.isReport else { return }
    addEvent("\(step).again") { [unowned self] in
      observer.withLaws { $0.reportMade(to: step) }
      answer.give(to: reply)
    }
  }

  @discardableResult
  private func add(_ name: String, _ ways: [String], _ happen: @escaping @Sendable (Int) -> Void) -> PendingEvent {
    let id = withState { $0.pending.add(name, ways, happen) }
    return PendingEvent { [weak self] in
      // Release the event's closure without holding the lock.
      withExtendedLifetime(self?.withdraw(id)) {}
    }
  }

  private func withdraw(_ id: Int) -> PendingEvents.Event? {
    withState { $0.pending.withdraw(id) }
  }

  /// Reads or changes the state of the stage. `body` must not call closures of the test.
  func withState<Value>(_ body: (inout StageState) -> Value) -> Value {
    lock.withLock { body(&state) }
  }

  private static func text<Result>(of outcome: FlowOutcome<Result>) -> String {
    switch outcome {
    case .completed(let result?): "completed: \(result)"
    case .completed(nil): "completed"
    case .failed(let error as FlowError):
      // Without the place, because the number of the run depends on earlier runs.
      "failed: \(error.step): \(error.cause.map { "\($0)" } ?? "\(error.reason)")"
    case .failed(let error): "failed: \(error)"
    case .cancelled: "cancelled"
    }
  }
}
