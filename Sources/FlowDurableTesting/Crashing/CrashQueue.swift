import Dispatch
import FlowDurable
import FlowState
import FlowStateTesting

/// The one thread of a process on a ``CrashStage``: its runs, its worker, and its journal execute in turns of this queue.
///
/// So a process does the same each time, and the queue knows when it has nothing left to do. A course picks which of the waiting turns
/// comes next; without one, it is the turn that has waited longest.
final class CrashQueue: TaskExecutor {
  private static let key = DispatchSpecificKey<ObjectIdentifier>()

  private let queue = DispatchQueue(label: "FlowDurableTesting.crash")
  private let state = Locked(State())

  private struct State: Sendable {
    var turns = CrashTurns()
    /// The closures that wait or execute.
    var open = 0
    var lineCount = 0
    /// The line of the turn that executes.
    var line = CrashTurns.anyOrder
    var rest: @Sendable () -> Void = {}
  }

  init() {
    queue.setSpecific(key: Self.key, value: ObjectIdentifier(self))
  }

  /// The number of turns that there have been, and whether none of them is left.
  var turns: (count: Int, areOver: Bool) { state.withLock { ($0.turns.count, $0.open == 0) } }

  /// Calls a closure whenever no turn is left, on the queue.
  func whenAtRest(_ body: @escaping @Sendable () -> Void) {
    state.withLock { $0.rest = body }
  }

  /// Adds a turn that needs no order among the others.
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

  /// Waits until the turns so far are over, and what they held is released.
  func pass() async {
    await withCheckedContinuation { continuation in
      queue.async { self.submit { continuation.resume() } }
    }
  }

  // MARK: The order of turns

  /// Begins a process.
  func follow(_ course: ScheduleCourse) {
    state.withLock { $0.turns.follow(course) }
  }

  /// The choices of the process so far.
  var choices: [FlowSchedule.Choice] { state.withLock { $0.turns.choices } }

  /// Lets an event happen before the next turn if the course picks it.
  func offer(_ event: PendingEvents.Event) {
    state.withLock { $0.turns.offered = event }
  }

  /// Picks what happens while the process rests.
  func pick(from offer: ScheduleOffer) -> ScheduleOffer.Pick? {
    state.withLock { $0.turns.pick(from: offer) }
  }

  // MARK: Lines, whose turns keep their order

  /// Returns a queue for a run.
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

/// A queue of a run or of a journal, which executes on a ``CrashQueue``.
///
/// No time passes on it for a journal, so that a process does the same each time.
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
