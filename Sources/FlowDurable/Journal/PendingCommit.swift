/// The lines that a journal writes next, the calls that wait for them, and the time at which they are written.
///
/// A value without a file, a queue, or a clock: each method returns the action to take. ``FileStore`` guards it.
struct PendingCommit {
  /// An action of the store.
  enum Action: Equatable {
    case none
    /// Calls ``PendingCommit/turn(surviving:)`` after the waiting jobs.
    case turnsLater
    /// Calls ``PendingCommit/endWait(_:)`` after the delay.
    case waits(Duration, number: Int)
    /// Writes the lines.
    case writes
    /// Writes the lines after the waiting jobs.
    case writesLater
  }

  private(set) var batch = JournalBatch()
  private var group = GroupCommit()
  /// Whether an action that writes the lines is under way.
  private(set) var isDue = false
  /// The number of the current wait for more calls; nil if the store isn't waiting for calls.
  private var wait: Int?
  private var waits = 0

  /// Adds a line.
  ///
  /// - Parameters:
  ///   - line: The line.
  ///   - needsSync: Whether it must be on disk before its call resumes.
  ///   - runs: The numbers of the runs that it changes.
  mutating func add(_ line: [UInt8], needsSync: Bool, about runs: [Int] = []) {
    batch.add(line, needsSync: needsSync, about: runs)
  }

  /// Whether a line about a run waits to be written.
  func concerns(_ run: Int) -> Bool { batch.runs.contains(run) }

  /// Adds a call that waits for the lines.
  ///
  /// The lines are written after the waiting jobs, and after the calls that are about to arrive. They add to the batch,
  /// so that one sync serves them all.
  mutating func add(_ waiter: JournalBatch.Waiter, isDiskFull: Bool) -> Action {
    batch.wait(waiter)
    if isDiskFull { return .none }
    if let wait, group.isComplete(calls: batch.waiters.count) { return endWait(wait) }
    if isDue { return .none }
    isDue = true
    return .turnsLater
  }

  /// Writes the lines, or waits for more calls first.
  mutating func turn(surviving safety: JournalSafety) -> Action {
    guard batch.needsSync, safety == .power, let delay = group.wait(calls: batch.waiters.count) else { return .writes }
    waits += 1
    wait = waits
    return .waits(delay, number: waits)
  }

  /// Ends a wait for more calls, unless it has ended before.
  mutating func endWait(_ number: Int) -> Action {
    guard wait == number else { return .none }
    wait = nil
    group.hasWaited(calls: batch.waiters.count)
    return .writesLater
  }

  /// Begins to write the lines.
  mutating func begin() {
    isDue = false
  }

  /// Records that the lines were written, and returns the waiting calls.
  ///
  /// - Parameters:
  ///   - arrived: The number of calls that arrived in the meantime.
  ///   - sync: The duration of the sync; zero for none.
  /// - Returns: The calls.
  mutating func wrote(arrived: Int, sync: Duration) -> [JournalBatch.Waiter] {
    group.wrote(calls: batch.waiters.count, arrived: arrived, sync: sync)
    return batch.finish()
  }

  /// Removes and returns the calls that only ask, because the disk is full.
  mutating func takeQuestions() -> [JournalBatch.Waiter] { batch.takeQuestions() }

  /// Removes the lines, and returns the waiting calls.
  mutating func giveUp() -> [JournalBatch.Waiter] { batch.finish() }
}

/// The lines that are written together next, and the calls that wait for them. A value without a file.
struct JournalBatch {
  /// A waiting call, with its result.
  enum Waiter {
    case call(CheckedContinuation<StoreError?, Never>)
    /// A call that only asks. It doesn't wait for a full disk.
    case question(CheckedContinuation<StoreError?, Never>)
    case append(CheckedContinuation<Result<RunInbox, StoreError>, Never>, RunInbox)

    var isQuestion: Bool {
      if case .question = self { true } else { false }
    }

    /// Resumes the call.
    func resume(_ failure: StoreError?) {
      switch self {
      case .call(let continuation), .question(let continuation): continuation.resume(returning: failure)
      case .append(let continuation, let inbox):
        continuation.resume(returning: failure.map { .failure($0) } ?? .success(inbox))
      }
    }
  }

  /// The bytes of the lines.
  private(set) var bytes: [UInt8] = []
  /// Whether the lines must be on disk before the calls resume.
  private(set) var needsSync = false
  /// The waiting calls.
  private(set) var waiters: [Waiter] = []
  /// The numbers of the runs that the lines change.
  private(set) var runs: Set<Int> = []

  var isEmpty: Bool { bytes.isEmpty }

  mutating func add(_ line: [UInt8], needsSync: Bool, about runs: [Int] = []) {
    bytes += line
    self.runs.formUnion(runs)
    if needsSync { self.needsSync = true }
  }

  mutating func wait(_ waiter: Waiter) {
    waiters.append(waiter)
  }

  /// Removes and returns the calls that only ask.
  mutating func takeQuestions() -> [Waiter] {
    let questions = waiters.filter(\.isQuestion)
    if !questions.isEmpty { waiters.removeAll(where: \.isQuestion) }
    return questions
  }

  /// Empties the batch, and returns the waiting calls.
  mutating func finish() -> [Waiter] {
    let waiters = waiters
    self.waiters = []
    bytes.removeAll(keepingCapacity: bytes.count < 1 << 20)
    runs.removeAll(keepingCapacity: runs.count < 1_000)
    needsSync = false
    return waiters
  }
}
