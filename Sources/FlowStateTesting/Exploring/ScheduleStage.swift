public import FlowState
import Foundation

/// Where a test sets up one run for the explorer: what happens on it happens when the explorer chooses so.
///
/// ```swift
/// let explorer = ScheduleExplorer { stage in
///   let server = FakeServer(on: stage)  // replies by stage.later("Reply") { … }
///   stage.answer("Edit", with: .result("Bo"), .failure(InputEnded()))
///   stage.start(makeFlow(server))
///   stage.require { _ in server.isIdle ? nil : "A request was not called off." }
/// }
/// ```
///
/// Steps that ``answer(_:with:)`` names do not do their own work; each of their starts makes an event, by which the step is
/// answered. Everything else that the run waits for has to be registered by ``later(_:_:)``, or the run hangs.
///
/// It may be used from any thread; start the run on the one that calls the setup.
///
/// Guard of `@unchecked Sendable`: `lock`; nothing of the test's own is called, or let go of, under it.
public final class ScheduleStage: StepScript, @unchecked Sendable {
  /// The queue that the run executes on. The explorer plays it.
  public let queue = ManualQueue()
  /// The clock of the run. The explorer advances it.
  public let clock = ManualClock()
  /// Takes note of what must not outlive the run.
  public let leaks = LeakCheck()

  let observer = StageObserver()
  private let lock = NSLock()
  private var state = State()

  private struct State {
    var pending = PendingEvents()
    var answers: [(step: String, answer: StepAnswer)] = []
    var script: (any StepScript)?
    /// What is kept waiting for ever.
    var unanswered: [StepReply] = []
    var requirements: [@Sendable (ScheduleReport) throws -> String?] = []
    var run: FlowRun?
    var isCancelled = false
    var outcomes = 0
    var describeOutcome: @Sendable () -> String = { "none" }
    var timersLeft = 0
  }

  init() {}

  /// Records what happens in the run; the test may note lines of its own there.
  public var recorder: FlowRecorder { observer.recorder }

  // MARK: Setting up

  /// Registers something that can happen from now on, whenever the explorer chooses; it will happen once, sooner or later.
  ///
  /// - Parameters:
  ///   - name: What it is called in schedules. Several may have one name; they are numbered.
  ///   - action: Lets it happen; called on the explorer's thread, not on the run's queue. Let go of afterwards.
  /// - Returns: What withdraws it.
  @discardableResult
  public func later(_ name: String, _ action: @escaping @Sendable () -> Void) -> PendingEvent {
    add(name, []) { _ in action() }
  }

  /// Registers something that can happen from now on, in one of several ways.
  ///
  /// - Parameters:
  ///   - name: What it is called in schedules.
  ///   - actions: What each way is called in schedules, and what lets it happen so. One of them is called, once.
  /// - Returns: What withdraws it.
  @discardableResult
  public func later(_ name: String, anyOf actions: KeyValuePairs<String, @Sendable () -> Void>) -> PendingEvent {
    precondition(!actions.isEmpty, "Event '\(name)' was registered without a way to happen; it needs at least one.")
    let ways = actions.map(\.value)
    return add(name, actions.map(\.key)) { way in ways[way]() }
  }

  /// Sets how a step can be answered; each of its starts makes an event of the step's name.
  ///
  /// Steps of flows that are nested in the one that is started are answered as well. The answers come also when the step has
  /// been cancelled meanwhile: they are extra completions then. Call it before ``start(_:_:completion:)``.
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
    lock.withLock {
      state.answers.removeAll { $0.step == step }
      state.answers.append((step, answer))
    }
  }

  /// Starts the run that is explored: on the stage's queue and clock, told to its recorder, watched by its leak check.
  ///
  /// An observer, a queue and a clock that the flow has are replaced. Call it once in each setup; it traps otherwise.
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
    let (isFirst, answersSteps) = lock.withLock {
      state.script = flow.hooks?.script
      return (state.run == nil, !state.answers.isEmpty)
    }
    precondition(isFirst, "A stage was asked to start a second run; a setup starts exactly one.")
    staged.hooks = RunHooks(script: answersSteps ? self : flow.hooks?.script, watch: leaks)
    let run = staged.start(content) { [unowned self] outcome in
      // Guard: the explorer plays the queue, so everything here is on its thread.
      nonisolated(unsafe) let outcome = outcome
      note { Self.text(of: outcome) }
      completion(outcome)
    }
    lock.withLock { state.run = run }
    return run
  }

  /// States what must hold when a schedule is over: the run has ended, and nothing is left that could happen.
  ///
  /// - Parameter invariant: Receives what the schedule has led to, and returns what is wrong with it, as a sentence; nil if
  ///   nothing is. It may throw as well; the error is the sentence then.
  public func require(_ invariant: @escaping @Sendable (_ report: ScheduleReport) throws -> String?) {
    lock.withLock { state.requirements.append(invariant) }
  }

  // MARK: Answering

  /// Takes the answer to a start of a step; called by the engine.
  package func answer(toStartOf step: String) -> StepAnswer? {
    let (answer, script) = lock.withLock { (state.answers.first { $0.step == step }?.answer, state.script) }
    return answer ?? script?.answer(toStartOf: step)
  }

  private func give(_ answer: Answer, to reply: StepReply, of step: String) {
    if case .never = answer.act {
      lock.withLock { state.unanswered.append(reply) }
      return
    }
    if answer.isReport { observer.withLaws { $0.reportMade(to: step) } }
    answer.give(to: reply)
    guard answer.isGivenTwice, answer.isReport else { return }
    later("\(step).again") { [unowned self] in
      observer.withLaws { $0.reportMade(to: step) }
      answer.give(to: reply)
    }
  }

  @discardableResult
  private func add(_ name: String, _ ways: [String], _ happen: @escaping @Sendable (Int) -> Void) -> PendingEvent {
    let id = lock.withLock { state.pending.add(name, ways, happen) }
    return PendingEvent { [weak self] in
      // What the event holds goes when the lock is free.
      withExtendedLifetime(self?.withdraw(id)) {}
    }
  }

  private func withdraw(_ id: Int) -> PendingEvents.Event? {
    lock.withLock { state.pending.withdraw(id) }
  }

  private func note(_ describe: @escaping @Sendable () -> String) {
    let timers = clock.timerCount
    lock.withLock {
      state.outcomes += 1
      state.describeOutcome = describe
      state.timersLeft = timers
    }
  }

  private static func text<Result>(of outcome: FlowOutcome<Result>) -> String {
    switch outcome {
    case .completed(let result?): "completed: \(result)"
    case .completed(nil): "completed"
    case .failed(let error): "failed: \(error)"
    case .cancelled: "cancelled"
    }
  }
}

// MARK: - For the explorer
extension ScheduleStage {
  /// Whether the setup has started a run.
  var hasRun: Bool { lock.withLock { state.run != nil } }

  /// How often the run's outcome was told.
  var outcomes: Int { lock.withLock { state.outcomes } }

  /// What can happen now.
  func offer(cancelling: Bool) -> ScheduleOffer {
    var offer = ScheduleOffer()
    offer.canDeliver = !queue.isEmpty
    offer.hasTimer = clock.timerCount > 0
    lock.withLock {
      offer.events = state.pending.events
      offer.needsCancel = !state.unanswered.isEmpty
      offer.canCancel = !state.isCancelled && state.outcomes == 0 && (cancelling || offer.needsCancel)
    }
    return offer
  }

  /// Lets something happen.
  func perform(_ pick: ScheduleOffer.Pick) {
    switch pick {
    case .deliver: queue.playOne()
    case .timer: clock.advanceToNextTimer()
    case .cancel:
      let run = lock.withLock {
        state.isCancelled = true
        return state.run
      }
      run?.cancel()
    case .event(let index, let way):
      lock.withLock { state.pending.take(at: index) }.happen(way)
    }
  }

  /// Lets go of the run, and of what is never to happen.
  func clear() {
    let old = lock.withLock {
      defer {
        state.unanswered = []
        state.run = nil
        state.pending = PendingEvents()
      }
      return (state.unanswered, state.run, state.pending)
    }
    // It goes when the lock is free.
    withExtendedLifetime(old) {}
  }

  /// What a schedule has led to.
  func report(_ schedule: FlowSchedule) -> ScheduleReport {
    lock.withLock {
      ScheduleReport(
        schedule: schedule, timersLeft: state.timersLeft, recorder: recorder, describeOutcome: state.describeOutcome)
    }
  }

  /// What the test says is wrong with it.
  func complaint(about report: ScheduleReport) -> String? {
    for requirement in lock.withLock({ state.requirements }) {
      do {
        if let sentence = try requirement(report) { return sentence }
      } catch {
        return "\(error)"
      }
    }
    return nil
  }
}
