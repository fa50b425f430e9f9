public import FlowChains
public import FlowState
import Foundation

/// The stage on which a test sets up runs for the explorer.
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
/// Steps that you name with ``answer(_:with:)-(_,FlowAnswer...)`` don't do their own work. Instead, each of their starts
/// registers an event that answers the step. Register everything else that a run waits for with ``addEvent(_:isOptional:_:)``;
/// otherwise, the run hangs.
///
/// You can use a stage from any thread. Start runs on the thread that calls the setup.
///
/// `@unchecked Sendable` because `lock` guards the state. While it holds the lock, the stage doesn't call closures of
/// the test or release its objects.
public final class ScheduleStage: ChainProbe, @unchecked Sendable {
  /// An answer that a step on a stage can receive.
  public typealias Answer = FlowAnswer

  /// The queue of the first run, which the explorer plays.
  public let queue = ManualQueue()
  /// The clock of the stage, for fakes, caches, and heartbeats of the program around the runs.
  public let clock: StageClock
  /// A check that records objects that must not outlive the runs: the runs, their steps, and the objects that the test notes.
  ///
  /// It records handlers only after ``requireHandlersReleased()``. It doesn't record tasks, the work of operators, callbacks,
  /// observers, and values of contexts. To check these, use a ``LeakCheck`` in a test of one run.
  public let leaks = LeakCheck()

  let observer = StageObserver()
  let timers = StageTimers()
  private let lock = NSLock()
  private var state = StageState()
  /// The trial that plays the stage, which picks acts during the starts of steps.
  private weak var trial: ScheduleTrial?

  init() {
    clock = StageClock(timers: timers, isOfRun: false)
    observer.notifyOfCompletions { [unowned self] place in withTrial { $0.completed(at: place) } }
  }

  // MARK: Setting up

  /// Starts a run to explore.
  ///
  /// The run uses the clock and the leak check of the stage, and the stage records its events, in addition to the
  /// observers of the flow and of nested flows. The first run uses the queue of the stage. Each further run has a queue
  /// of its own, unless its flow is on the same queue as an earlier one. The same applies to nested flows with a queue:
  /// a main-actor flow that is nested in a main-actor flow shares its queue. If the first flow has a script, the script
  /// answers the steps that the stage doesn't answer.
  ///
  /// Call this method at least once in each setup. To explore two runs at the same time, call it twice.
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
    let (number, staged) = stage(flow)
    let run = staged.start(content) { [unowned self] outcome in
      note(outcome, of: number)
      completion(outcome)
    }
    withState { $0.runs[number].run = run }
    return run
  }

  /// Starts a run to explore through other code, such as the `FlowPages` of FlowNavigation, which show the run.
  ///
  /// - Parameters:
  ///   - flow: The flow.
  ///   - begin: The closure that starts the flow that it receives, once, and passes the outcome on to `report`. Called before this
  ///     method returns.
  /// - Returns: The run.
  @discardableResult
  public func start<Content, Result>(
    _ flow: Flow<Content, Result>,
    by begin: (
      _ flow: Flow<Content, Result>, _ report: @escaping @Sendable (_ outcome: FlowOutcome<Result>) -> Void
    ) -> FlowRun
  ) -> FlowRun {
    let (number, staged) = stage(flow)
    let run = begin(staged) { [unowned self] outcome in note(outcome, of: number) }
    withState { $0.runs[number].run = run }
    return run
  }

  /// Returns the number of a new run, and its flow in the environment of the stage.
  private func stage<Content, Result>(_ flow: Flow<Content, Result>) -> (Int, Flow<Content, Result>) {
    let (number, runQueue) = withState { state in
      state.addRun()
      if state.runs.count == 1 {
        state.script = flow.probes?.script
        state.queues.add(queue, replacing: flow.queue)
      }
      return (state.runs.count - 1, state.runs.count == 1 ? queue : state.queues.queue(replacing: flow.queue))
    }
    var staged = flow.on(runQueue).timed(by: StageClock(timers: timers, isOfRun: true))
    staged.probes = RunProbes(
      script: self, watch: self, observer: StagedRunObserver(observer: observer, run: number + 1))
    return (number, staged)
  }

  private func note(_ outcome: FlowOutcome<some Any>, of number: Int) {
    // The explorer protects it, because it plays the queue on its own thread.
    nonisolated(unsafe) let outcome = outcome
    withState { $0.outcomeTold(of: number, timers: timers) { outcome.text } }
  }

  /// Adds a requirement that must hold at the end of each schedule, when the runs have ended and no mandatory act is
  /// left.
  ///
  /// - Parameters:
  ///   - fileID: The file of the requirement, which distinguishes failures.
  ///   - line: The line of the requirement.
  ///   - invariant: A closure that receives a report of the schedule, and returns a sentence that describes a
  ///     violation; nil if there is none. If the closure throws an error, the description of the error is the sentence.
  public func require(
    fileID: StaticString = #fileID, line: UInt = #line,
    _ invariant: @escaping @Sendable (_ report: ScheduleReport) throws -> String?
  ) {
    withState { $0.requirements.append(StageRequirement(place: "\(fileID):\(line)", check: invariant)) }
  }

  /// Requires that no handler is alive when the runs have ended.
  ///
  /// By default, a handler may outlive its run, because it belongs to the code that completes it, such as a screen that
  /// stays open.
  public func requireHandlersReleased() {
    withState { $0.requiresHandlersReleased = true }
  }

  /// Adds a line to the recorded events. It appears in the trace of a failure and in ``ScheduleReport/lines``.
  ///
  /// - Parameter line: The line, which is recorded unchanged.
  public func note(_ line: String) {
    observer.note(line)
  }

  /// Sets the trial that plays the stage.
  func play(by trial: ScheduleTrial) {
    self.trial = trial
  }

  /// Calls a closure with the trial that plays the stage.
  func withTrial(_ body: (ScheduleTrial) -> Void) {
    if let trial { body(trial) }
  }

  /// Reads or changes the state of the stage. `body` must not call closures of the test.
  func withState<Value>(_ body: (inout StageState) -> Value) -> Value {
    lock.withLock { body(&state) }
  }
}
