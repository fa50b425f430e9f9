/// Going back to earlier visits.
extension Run {
  /// Goes back as soon as the executing closure has returned. Nothing else starts until then. Called on the queue, in one of
  /// the run's closures.
  ///
  /// - Parameters:
  ///   - target: The target.
  ///   - arrived: As that of ``goBack(to:arrived:)``.
  func goBackSoon(to target: History.Target, arrived: @escaping (FlowHistoryError?) -> Void = { _ in }) {
    guard refusal(to: target) == nil else { return goBack(to: target, arrived: arrived) }
    laneAtWork?.changeState { $0.turnBack() }
    eventLoop.meet { [self] in goBack(to: target, arrived: arrived) }
  }

  /// Goes back as soon as the executing closure has returned; see ``goBackSoon(to:)``. Traps if the run isn't reversible.
  ///
  /// - Throws: The reason if the run can't go back. The run then continues, and reports nothing.
  func goBackSoonIfPossible(
    to target: History.Target, arrived: @escaping (FlowHistoryError?) -> Void = { _ in }
  ) throws(FlowHistoryError) {
    preconditionReversible()
    if let refusal = refusal(to: target) { throw refusal }
    goBackSoon(to: target, arrived: arrived)
  }

  /// Goes back between two closures, and waits for what has to be undone. Called on the queue.
  ///
  /// - Parameters:
  ///   - target: The target.
  ///   - arrived: Called when the run has gone back, or has ended as cancelled; with an error if the run can't go back.
  func goBack(to target: History.Target, arrived: @escaping (FlowHistoryError?) -> Void = { _ in }) {
    if let refusal = refusal(to: target) {
      laneAtWork?.endReturn()
      if isObserved, isUnderWay { report(.backRefused(refusal), of: nil, at: place) }
      return arrived(refusal)
    }
    if let journal = durability?.journal {
      journal.goBack(to: target)
      // The visit ends here, unlike one that is set aside to continue elsewhere.
      laneAtWork?.leaveStep()
      setAside()
      return arrived(nil)
    }
    guard let history, let lane = laneAtWork else { return arrived(.runEnded(id)) }
    // The history comes first, because a closure that is called from here can go back further.
    let way = history.goBack(to: target)
    lane.leaveStep()
    eventLoop.setLane(lane)
    let undoes = history.occasions.contains(.onBack)
    guard leavingRuns == 0 else {
      // A nested run still undoes what it has done, which is later than what this run is about to undo.
      _ = lane.changeState { $0.pause() }
      return whenRunsHaveLeft { [self] in goBack(way, in: lane, undoes: undoes, arrived: arrived) }
    }
    goBack(way, in: lane, undoes: undoes, arrived: arrived)
  }

  private func goBack(
    _ way: History.Way, in lane: Lane, undoes: Bool, arrived: @escaping (FlowHistoryError?) -> Void
  ) {
    switch way {
    case .to(let taken):
      takeBack(taken, in: lane, undoes: undoes) { [self] sequence in
        arrive(sequence, taken, in: lane)
      } arrived: {
        arrived(nil)
      }
    case .pastTheFirst(let taken):
      takeBack(taken, in: lane, undoes: undoes) { [self] _ in
        backOut()
      } arrived: {
        arrived(nil)
      }
    }
  }

  /// Starts the step to which the run has gone back.
  private func arrive(_ sequence: UndoSequence, _ taken: [History.Entry], in lane: Lane) {
    guard let target = taken.last, isUnderWay else { return }
    if !lane.isAwaiting { lane.changeState { $0.resume() } }
    eventLoop.setLane(lane)
    if let failure = undoFailure() {
      lane.failSoon(failure)
      return lane.wake()
    }
    if isObserved {
      report(.wentBack, of: target.step.name, at: lane.place)
      for key in sequence.keys { reportRestored(key) }
      for step in sequence.steps where step !== target.step { report(.contentRestored, of: step.name, at: lane.place) }
    }
    restore(target)
    // Restore the first content that its children had in that visit.
    let children = taken.dropLast().reversed().prefix { !$0.isPlaceToReturn }
    for child in children.reversed() { child.visit.restore(child.step) }
    lane.comeTo(target.step)
  }

  /// Restores the content with which a visit began.
  private func restore(_ target: History.Entry) {
    target.visit.restore(target.step)
    if isObserved, target.visit.isContentChanged { report(.contentRestored, of: target.step.name, at: target.place) }
  }

  /// Takes visits back, after those that are being taken back.
  private func takeBack(
    _ taken: [History.Entry], in lane: Lane, undoes: Bool, finished: @escaping (UndoSequence) -> Void,
    arrived: @escaping () -> Void = {}
  ) {
    if let undoing {
      _ = lane.changeState { $0.pause() }
      return undoing.add(taken, finished: finished, arrived: arrived)
    }
    if let extras, extras.undoError == nil { extras.undone = [] }
    let sequence = UndoSequence(of: self, in: lane, taken, undoes: undoes, finished: finished, arrived: arrived)
    undoing = sequence
    sequence.begin()
    // Until an undo that needs time has ended, the lane waits.
    if undoing != nil { _ = lane.changeState { $0.pause() } }
  }

  /// Returns an error if the run can't go back to a target; nil if it can.
  func refusal(to target: History.Target) -> FlowHistoryError? {
    guard laneAtWork != nil else { return .runEnded(id) }
    if let journal = durability?.journal { return journal.refusal(to: target) }
    guard let history else { return nil }
    if let refusal = history.refusal(to: target, of: id) { return refusal }
    // Past the first visit, the run that contains this one goes back too.
    guard let parent, parent.isReversible, history.endsRun(goingBackTo: target) else { return nil }
    return parent.refusal(to: .previous)
  }

  /// Returns the visits that going back to a target would take back.
  func wayBack(to target: History.Target) throws(FlowHistoryError) -> FlowWayBack {
    if let refusal = refusal(to: target) { throw refusal }
    if let journal = durability?.journal { return journal.wayBack(to: target) }
    guard let history else { throw .runEnded(id) }
    return history.wayBack(to: target)
  }

  /// Whether the run keeps a history to go back to.
  var isReversible: Bool { history?.isReversible ?? (durability != nil) }

  /// Traps if the run can't go back.
  func preconditionReversible() {
    requireUse(
      isReversible,
      "Flow '\(id.flow)' keeps no history, so its runs cannot go back. Make the flow reversible().")
  }

  /// Leaves the step that hosts a run after that run has gone back past its first step.
  ///
  /// - Parameter refused: Called if this run can't go back, now or when the reports that came before are delivered.
  func leaveBackwards(orElse refused: @escaping (FlowHistoryError) -> Void) {
    guard isReversible else { return cancelFromOutside() }
    if let refusal = refusal(to: .previous) { return refused(refusal) }
    goBackSoon(to: .previous) { refusal in
      if let refusal { refused(refusal) }
    }
  }

  /// Records that a step which shows something to a person starts, in this run and those around it.
  func noteStop() {
    var run: Run? = self
    while let current = run {
      current.history?.noteStop()
      run = current.parent
    }
  }

  /// Records that a final step has completed, in this run and those around it.
  func noteFinal(_ step: String) {
    var run: Run? = self
    while let current = run {
      current.history?.noteFinal(step)
      run = current.parent
    }
  }

  /// The first lane, if one of its steps is starting, under way, or about to start.
  var laneAtWork: Lane? {
    guard isUnderWay, let root, root.state.isAtWork else { return nil }
    return root
  }

  /// Ends the run because it has gone back past its first step.
  private func backOut() {
    root?.close()
    settle(.cancelled)
  }

  private func reportRestored(_ key: any FlowContextKey.Type) {
    let value = values.own[ObjectIdentifier(key)].map { key.isPrivate ? "(private)" : ValueText.text(of: $0) }
    report(.contextRestored(key.name, value), of: nil, at: place)
  }

  // MARK: Nested runs that leave

  private var leavingRuns: Int { extras?.leavingRuns ?? 0 }

  /// Records that a cancelled nested run has not ended. Balance each call with ``runHasLeft()``.
  func runLeaves() {
    makeExtras().leavingRuns += 1
    addDependent()
  }

  /// Records that a cancelled nested run has ended.
  func runHasLeft() {
    guard let extras, extras.leavingRuns > 0 else { return }
    extras.leavingRuns -= 1
    defer { removeDependent() }
    guard extras.leavingRuns == 0 else { return }
    let bodies = extras.whenRunsHaveLeft
    extras.whenRunsHaveLeft = []
    for body in bodies { body() }
  }

  private func whenRunsHaveLeft(_ body: @escaping () -> Void) { makeExtras().whenRunsHaveLeft.append(body) }

  /// Passes on what this cancelled run could not undo to the run that contains it.
  func passOn(_ ending: FlowOutcome<Never>) {
    guard let parent else { return }
    if case .failed(let error) = ending { parent.takeOver(error) }
    makeExtras().hasPassedOn = true
  }

  /// Whether the run has passed on what it could not undo.
  var hasPassedOn: Bool { extras?.hasPassedOn ?? false }

  /// Takes over what nested runs could not undo, from an error that no closure receives.
  func takeOver(_ error: any Error) {
    var errors = [error]
    while let error = errors.popLast() {
      switch error {
      case let error as FlowError: if let cause = error.last.cause { errors.append(cause) }
      case let error as RaceError: errors += error.causes.reversed()
      case let error as FlowUndoError:
        // A run that could not undo a visit can have failed because of a nested one.
        if case .failed(let inner)? = error.ending { errors.append(inner) }
        if error.failures.isEmpty { continue }
        let extras = makeExtras()
        if extras.undoError == nil { extras.undoError = FlowUndoError(failures: [], undone: []) }
        extras.undoError?.failures += error.failures
        extras.undone += error.undone
      default: break
      }
    }
  }

  // MARK: Undoing at the end

  /// Whether the run must undo visits before it reports its end.
  func undoes(after ending: FlowOutcome<Never>) -> Bool {
    guard let history = extras?.history, !isSetAside else { return false }
    return history.undoes(after: ending)
  }

  /// Undoes all visits, and then calls a closure with the ending that the run reports.
  func undoAll(
    after ending: FlowOutcome<Never>, in lane: Lane, then end: @escaping (_ ending: FlowOutcome<Never>) -> Void
  ) {
    guard let history else { return end(ending) }
    takeBack(history.takeAll(), in: lane, undoes: true) { _ in end(ending) }
  }

  /// Whether a visit of the run, or of a nested one, could not be undone.
  var hasUndoError: Bool { extras?.undoError != nil }

  /// Returns the ending that the run reports: a failure if it could not undo a visit.
  func reported(_ ending: FlowOutcome<Never>) -> FlowOutcome<Never> {
    undoFailure(after: ending).map { .failed($0) } ?? ending
  }

  /// Records that a visit is undone, or that it can't be.
  func noteUndo(_ entry: History.Entry, _ failure: (any Error)?) {
    let extras = makeExtras()
    guard let failure else {
      extras.undone.append(entry.step.identifier)
      if isObserved { report(.stepUndone, of: entry.step.name, at: entry.place) }
      return
    }
    var error = extras.undoError ?? FlowUndoError(failures: [], undone: [])
    error.failures.append(FlowUndoError.Failure(step: entry.step.identifier, place: entry.place, error: failure))
    extras.undoError = error
    if isObserved {
      let error = FlowError(of: entry.step.identifier, at: entry.place, because: failure)
      report(.undoFailed(error), of: entry.step.name, at: entry.place)
    }
  }

  /// Returns the error of a run that could not undo a visit; nil if there is no such visit.
  private func undoFailure(after ending: FlowOutcome<Never>? = nil) -> FlowError? {
    guard var error = extras?.undoError else { return nil }
    error.undone = extras?.undone ?? []
    // A run that has failed because it could not go back says so once.
    if case .failed(let own as FlowError)? = ending, own.cause is FlowUndoError {
      error.ending = nil
    } else {
      error.ending = ending
    }
    let first = error.failures[0]
    return FlowError(step: first.step, place: first.place, reason: .failed(error))
  }
}
