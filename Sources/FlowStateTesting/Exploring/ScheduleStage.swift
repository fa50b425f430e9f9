public import FlowState
import Foundation

/// Where a test sets up one run for the explorer: what happens on it happens when the explorer chooses so.
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
/// Steps that ``answer(_:with:)`` names do not do their own work; each of their starts makes an event, by which the step is
/// answered. Everything else that the run waits for has to be registered by ``addEvent(_:_:)``, or the run hangs.
///
/// It may be used from any thread; start the run on the one that calls the setup.
///
/// Guard of `@unchecked Sendable`: `lock`; nothing of the test's own is called, or let go of, under it.
public final class ScheduleStage: RunProbe, @unchecked Sendable {
  /// The queue that the run executes on. The explorer plays it.
  public let queue = ManualQueue()
  /// The clock of the run. The explorer advances it.
  public let clock = ManualClock()
  /// Takes note of what must not outlive the run.
  public let leaks = LeakCheck()

  let observer = StageObserver()
  private let lock = NSLock()
  private var state = StageState()

  init() {}

  // MARK: Setting up

  /// Registers something that can happen from now on, whenever the explorer chooses; it will happen once, sooner or later.
  ///
  /// - Parameters:
  ///   - name: What it is called in schedules. Several may have one name; they are numbered.
  ///   - action: Lets it happen; called on the explorer's thread, not on the run's queue. Let go of afterwards.
  /// - Returns: What withdraws it.
  @discardableResult
  public func addEvent(_ name: String, _ action: @escaping @Sendable () -> Void) -> PendingEvent {
    add(name, []) { _ in action() }
  }

  /// Registers something that can happen from now on, in one of several ways.
  ///
  /// - Parameters:
  ///   - name: What it is called in schedules.
  ///   - actions: What each way is called in schedules, and what lets it happen so. One of them is called, once.
  /// - Returns: What withdraws it.
  @discardableResult
  public func addEvent(_ name: String, anyOf actions: KeyValuePairs<String, @Sendable () -> Void>) -> PendingEvent {
    precondition(!actions.isEmpty, "Event '\(name)' was registered without a way to happen; it needs at least one.")
    let ways = actions.map(\.value)
    return add(name, actions.map(\.key)) { way in ways[way]() }
  }

  /// Sets how a step can be answered; each of its starts makes an event of the step's name.
  ///
  /// Steps of flows that are nested in the one that is started are answered as well. The answers come also when the step has
  /// been cancelled meanwhile: they are extra completions then.
  ///
  /// - Parameters:
  ///   - step: The identifier of the step.
  ///   - answers: The ways in which it can be answered, of which each schedule has one; at least one, else it traps.
  public func answer(_ step: String, with answers: Answer...) {
    precondition(!answers.isEmpty, "Step '\(step)' was set up without an answer; it needs at least one.")
    let ways = Answer.names(of: answers)
    let answer = StepAnswer.deferred { [unowned self] reply in
      add(step, ways) { [unowned self] way in give(answers[way], to: reply, of: step) }
    }
    observer.withLaws { $0.watchReports(to: step) }
    withState { $0.setAnswer(answer, for: step) }
  }

  /// Starts the run that is explored: on the stage's queue and clock, recorded, and watched by its leak check.
  ///
  /// An observer, a queue and a clock that the flow has are replaced; a script that it has answers the steps that the stage
  /// does not. Call it once in each setup; it traps otherwise.
  ///
  /// - Parameters:
  ///   - flow: The flow.
  ///   - content: What the run is started with.
  ///   - completion: Receives the outcome, on the run's queue.
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
      // Guard: the explorer plays the queue, so everything here is on its thread.
      nonisolated(unsafe) let outcome = outcome
      let timers = clock.timerCount
      withState { $0.outcomeTold(timersLeft: timers) { Self.text(of: outcome) } }
      completion(outcome)
    }
    withState { $0.run = run }
    return run
  }

  /// States what must hold when a schedule is over: the run has ended, and nothing is left that could happen.
  ///
  /// - Parameter invariant: Receives what the schedule has led to, and returns what is wrong with it, as a sentence; nil if
  ///   nothing is. It may throw as well; the error is the sentence then.
  public func require(_ invariant: @escaping @Sendable (_ report: ScheduleReport) throws -> String?) {
    withState { $0.requirements.append(invariant) }
  }

  /// Records a line of the test's own among the events, for the trace of a failure and for ``ScheduleReport/lines``.
  ///
  /// - Parameter line: Stands in the text as it is.
  public func note(_ line: String) {
    observer.note(line)
  }

  // MARK: Answering

  /// Takes the answer to a start of a step; called by the engine.
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
      // What the event holds goes when the lock is free.
      withExtendedLifetime(self?.withdraw(id)) {}
    }
  }

  private func withdraw(_ id: Int) -> PendingEvents.Event? {
    withState { $0.pending.withdraw(id) }
  }

  /// Looks at what the stage knows, or changes it; nothing of the test's own may be called meanwhile.
  func withState<Value>(_ body: (inout StageState) -> Value) -> Value {
    lock.withLock { body(&state) }
  }

  private static func text<Result>(of outcome: FlowOutcome<Result>) -> String {
    switch outcome {
    case .completed(let result?): "completed: \(result)"
    case .completed(nil): "completed"
    case .failed(let error as FlowError):
      // Without the place: the number of the run depends on how many there were before.
      "failed: \(error.step): \(error.cause.map { "\($0)" } ?? "\(error.reason)")"
    case .failed(let error): "failed: \(error)"
    case .cancelled: "cancelled"
    }
  }
}
