/// Takes visits back one by one, latest first, and waits for each undo that needs time.
///
/// The run doesn't end meanwhile. Confined to the queue of the run.
final class UndoSequence {
  private let run: Run
  /// The lane whose closures the undo closures are.
  private let lane: Lane
  /// Whether the visits are undone, or only the values of the context restored.
  private let undoes: Bool
  /// The visits to take back, the next one last.
  private var rest: [History.Entry]
  private var finished: (UndoSequence) -> Void
  /// Called at the end, for each request to go back.
  private var arrivals: [() -> Void]
  /// The keys of the context whose values were restored, in order.
  private(set) var keys: [any FlowContextKey.Type] = []
  /// The steps whose content was restored, because closures had set it, in order.
  private(set) var steps: [AnyFlowStep] = []
  private var seen: Set<ObjectIdentifier> = []
  /// Whether an undo is under way that needs time. The sequence is a dependent of the run then.
  private var isWaiting = false

  /// Creates a sequence.
  ///
  /// - Parameters:
  ///   - run: The run.
  ///   - lane: The first lane of the run.
  ///   - taken: The visits, latest first.
  ///   - undoes: Whether the visits are undone.
  ///   - finished: Called when all visits are taken back.
  ///   - arrived: Called afterwards.
  init(
    of run: Run, in lane: Lane, _ taken: [History.Entry], undoes: Bool,
    finished: @escaping (UndoSequence) -> Void, arrived: @escaping () -> Void
  ) {
    self.run = run
    self.lane = lane
    self.undoes = undoes
    rest = taken.reversed()
    self.finished = finished
    arrivals = [arrived]
  }

  /// Takes back more visits, and calls another closure at the end instead of the former one.
  func add(
    _ taken: [History.Entry], finished: @escaping (UndoSequence) -> Void, arrived: @escaping () -> Void
  ) {
    rest.insert(contentsOf: taken.reversed(), at: 0)
    self.finished = finished
    arrivals.append(arrived)
  }

  /// Begins with the first visit, and returns at the end, or when an undo needs time.
  func begin() {
    while let entry = rest.popLast() {
      run.eventLoop.setLane(lane)
      switch undoes ? entry.visit.undo(entry.step, at: entry.place) : .none {
      case .none: restore(entry)
      case .done: settle(entry, nil)
      case .waits(let work): return wait(for: work, of: entry)
      }
    }
    let wasWaiting = isWaiting
    isWaiting = false
    run.undoing = nil
    finished(self)
    for arrived in arrivals { arrived() }
    if wasWaiting { run.removeDependent() }
  }

  /// Calls an undo function when the work of the visit has ended.
  private func wait(for work: UndoWork, of entry: History.Entry) {
    if !isWaiting {
      isWaiting = true
      run.addDependent()
    }
    // Cancelled tasks of the run can still be at work.
    if work.followsWork, run.dependents > 1 {
      run.whenAlone { [self] in attempt(work, 1, of: entry) }
    } else {
      attempt(work, 1, of: entry)
    }
  }

  private func attempt(_ work: UndoWork, _ attempt: Int, of entry: History.Entry) {
    let failure = Locked<(any Error)?>(nil)
    AsyncWork(in: lane).start {
      do { try await work.perform() } catch { failure.withLock { $0 = error } }
    } ended: { [self] in
      ended(work, attempt, of: entry, failure.withLock { $0 })
    }
  }

  private func ended(_ work: UndoWork, _ attempt: Int, of entry: History.Entry, _ failure: (any Error)?) {
    if failure != nil, attempt < work.attempts {
      var backoff = work.backoff
      let delay = backoff.delay(beforeRetry: attempt)
      _ = DelayedCall(in: run, delay) { [self] in self.attempt(work, attempt + 1, of: entry) }
      return
    }
    settle(entry, failure)
    begin()
  }

  /// Reports that a visit is undone, or can't be undone, and restores the values that it began with.
  private func settle(_ entry: History.Entry, _ failure: (any Error)?) {
    run.noteUndo(entry, failure)
    restore(entry)
  }

  /// Restores the values that a visit began with, and leaves its result in the step.
  private func restore(_ entry: History.Entry) {
    entry.visit.leaveResult(in: entry.step)
    guard entry.isPlaceToReturn, let changes = run.history?.takeBackChanges(since: entry.mark) else { return }
    for change in changes {
      switch change {
      case .value(let key, let old):
        run.restoreContextValue(of: key, to: old)
        if seen.insert(ObjectIdentifier(key)).inserted { keys.append(key) }
      case .content(let step, let old):
        old.leaveContent(in: step)
        if seen.insert(ObjectIdentifier(step)).inserted { steps.append(step) }
      }
    }
  }
}
