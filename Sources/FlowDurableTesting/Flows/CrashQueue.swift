import Dispatch
import FlowDurable
import FlowState
import FlowStateTesting

/// The single thread of a process on a ``CrashStage``: its runs, its worker, and its journal execute in turns of this
/// queue.
///
/// Therefore, a process is repeatable, and the queue knows when it is idle. A course picks the next one of the waiting
/// turns. Without a course, the turn that has waited longest comes next.
final class CrashQueue: TaskExecutor {
  private static let key = DispatchSpecificKey<ObjectIdentifier>()

  private let queue = DispatchQueue(label: "FlowDurableTesting.crash")
  private let state = Locked(State())

  private struct State: Sendable {
    var turns = CrashTurns()
    /// The number of closures that are waiting or executing.
    var open = 0
    var lineCount = 0
    /// The line of the executing turn.
    var line = CrashTurns.anyOrder
    var rest: @Sendable () -> Void = {}
  }

  init() {
    queue.setSpecific(key: Self.key, value: ObjectIdentifier(self))
  }

  /// The number of turns so far, and whether all of them have ended.
  var turns: (count: Int, areOver: Bool) { state.withLock { ($0.turns.count, $0.open == 0) } }

  /// Sets a closure that is called on the queue whenever no turn is left.
  func whenAtRest(_ body: @escaping @Sendable () -> Void) {
    state.withLock { $0.rest = body }
  }

  /// Adds a turn that can execute in any order.
  func submit(_ body: @escaping @Sendable () -> Void) { submit(body, inLine: CrashTurns.anyOrder) }

  fileprivate func submit(_ body: @escaping @Sendable () -> Void, inLine line: Int) {
    state.withLock { state in
      state.open += 1
      state.turns.add(line, body)
    }
    queue.async { self.executeNext() }
  }

  private func executeNext() {
    while let event = state.withLock({ $0.turns.nextEvent() }) { event.happen(0) }
    let turn = state.withLock { state in
      let turn = state.turns.take()
      state.line = turn.line
      return turn
    }
    turn.body()
    let rest = state.withLock { state -> (@Sendable () -> Void)? in
      state.line = CrashTurns.anyOrder
      state.open -= 1
      return state.open == 0 ? state.rest : nil
    }
    rest?()
  }

  /// Waits until all turns so far have ended and their objects are released.
  func pass() async {
    await withCheckedContinuation { continuation in
      queue.async { self.submit { continuation.resume() } }
    }
  }

  // MARK: The order of turns

  /// Starts a process with a course.
  func follow(_ course: ScheduleCourse) {
    state.withLock { $0.turns.follow(course) }
  }

  /// Continues the process in the plain order if its course is random.
  func endRandomness() {
    state.withLock { $0.turns.endRandomness() }
  }

  /// The choices of the process so far.
  var choices: [FlowSchedule.Choice] { state.withLock { $0.turns.choices } }

  /// Offers an event that happens before the next turn if the course picks it.
  func offer(_ event: PendingEvents.Event) {
    state.withLock { $0.turns.offered = event }
  }

  /// Picks the next event while the process is idle.
  func pick(from offer: ScheduleOffer) -> ScheduleOffer.Pick? {
    state.withLock { $0.turns.pick(from: offer) }
  }

  // MARK: Lines of turns that keep their order

  /// Returns a new queue for a run.
  func makeLine() -> CrashLine {
    let number = state.withLock { state in
      state.lineCount += 1
      return state.lineCount
    }
    return CrashLine(self, number)
  }

  fileprivate func isCurrent(_ line: Int) -> Bool {
    DispatchQueue.getSpecific(key: Self.key) == ObjectIdentifier(self) && state.withLock { $0.line == line }
  }

  // MARK: TaskExecutor

  func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    submit { job.runSynchronously(on: self.asUnownedTaskExecutor()) }
  }
}

/// A queue for a run or a journal, which executes on a ``CrashQueue``.
///
/// For a journal, no time passes on it, so that a process is repeatable.
final class CrashLine: FlowQueue, JournalQueue {
  private let queue: CrashQueue
  private let number: Int

  init(_ queue: CrashQueue, _ number: Int) {
    self.queue = queue
    self.number = number
  }

  var isCurrent: Bool { queue.isCurrent(number) }

  var runsAsyncSteps: Bool { true }

  func enqueue(_ turn: FlowTurn) {
    queue.submit({ turn.run() }, inLine: number)
  }

  func submit(_ turn: @escaping @Sendable () -> Void) {
    queue.submit(turn, inLine: number)
  }

  func submit(_ turn: @escaping @Sendable () -> Void, after delay: Duration) { submit(turn) }

  var now: Duration { .zero }
}
