import FlowJSON

extension RunCourse {
  /// The name of the member that marks the visit of a settlement as undoable.
  static let undoable = "undoable"
  /// The name of the member that marks a settlement whose next step began at once, under the same claim.
  static let begins = "begins"

  /// Updates the course with the next record.
  ///
  /// - Throws: A `JSONTypeError` if a snapshot isn't of the expected form.
  mutating func apply(_ record: FlowRecord) throws(JSONTypeError) {
    lastRecord = max(lastRecord + 1, record.number)
    recordsSinceSnapshot += 1
    latest = record.at ?? latest
    if case .snapshot = record.body {} else { hasBegun = false }
    switch record.body {
    case .began(let began):
      flow = began.flow
      key = began.key
      content = began.content
      assignments = began.assignments
    case .started(let started):
      position = position ?? started.step
      self.started = started.attempt
    case .settled(let settled):
      apply(settled, isUndoable: record.others[Self.undoable] == true)
      hasBegun = record.others[Self.begins] == true
    case .waiting(let waiting):
      // The chain can have another first step when the run continues.
      position = position ?? waiting.step
      wait = waiting
    case .message(let received): apply(received.message)
    case .back(let back): goBack(to: back.step)
    case .undone(let undone): apply(undone)
    case .moved(let moved):
      formerPosition = formerPosition ?? moved.old
      position = moved.step
    case .parked(let parked): self.parked = parked.reason
    case .ended(let ended): self.ended = ended
    case .snapshot(let snapshot):
      try restore(JSONElement(snapshot.state))
      recordsSinceSnapshot = 0
    case .unknown(let members): unknownKind = members.names.first ?? "nothing"
    }
  }

  // MARK: Settling

  private mutating func apply(_ settled: FlowRecord.Settled, isUndoable: Bool) {
    parked = nil
    settledSteps += 1
    counts[settled.step, default: 0] = max(counts[settled.step, default: 0], settled.visit)
    leavePosition()
    if let failure = settled.failure, settled.route == nil {
      // No route caught the failure. The visit has nothing to undo.
      return end(.failed(failure, of: settled.step), rules.undoesFailure)
    }
    var old: [String: KeptValue?] = [:]
    for (name, value) in settled.set {
      old.updateValue(values[name], forKey: name)
      values[name] = value
    }
    for name in settled.removed {
      old.updateValue(values[name], forKey: name)
      values[name] = nil
    }
    visits.append(
      Visit(
        step: settled.step, number: settled.visit,
        left: settled.failure.map { .failure($0, of: settled.step) } ?? .result(settled.result, of: settled.step),
        old: old, isUndoable: isUndoable && settled.failure == nil))
    position = settled.destination
    isComplete = settled.destination == nil
    while visits.count > rules.visitsKept, let visit = visits.popFirst() { base = visit.left }
  }

  private mutating func leavePosition() {
    formerPosition = nil
    started = nil
    wait = nil
  }

  // MARK: Going back

  private mutating func apply(_ message: FlowMessage) {
    switch message.content {
    case .cancel:
      goOn()
      // A run that is already ending isn't cancelled as well.
      if !isEnding { end(.cancelled, rules.undoesCancellation) }
    case .retry: goOn()
    case .message, .back: break
    }
  }

  /// Unparks the run, and resets the number of failed undos.
  private mutating func goOn() {
    parked = nil
    undoing?.failures = 0
  }

  private mutating func end(_ aim: Aim, _ undoes: Bool) {
    leavePosition()
    undoing = Undoing(kept: undoes ? 0 : visits.count, aim: aim)
  }

  /// Returns the index of the latest visit of these steps; nil if there is none.
  func place(toReturnTo names: Set<String>) -> Int? {
    visits.lastIndex { names.contains($0.step) }
  }

  private mutating func goBack(to step: String) {
    parked = nil
    guard let place = place(toReturnTo: [step]) else { return }
    // The work of this visit may have had effects, so the next visit of the step gets another key.
    if let position { counts[formerPosition ?? position, default: 0] += 1 }
    leavePosition()
    isComplete = false
    undoing = Undoing(kept: place, aim: .step)
  }

  private mutating func apply(_ undone: FlowRecord.Undone) {
    guard undone.failure == nil else {
      undoing?.failures += 1
      return
    }
    guard let visit = takeBack() else { return }
    undoing?.failures = 0
    guard let undoing, visits.count <= undoing.kept, undoing.aim == .step else { return }
    position = visit.step
    self.undoing = nil
  }

  /// Removes and returns the latest visit, and restores the values that it changed, except those that survive going
  /// back.
  @discardableResult
  mutating func takeBack() -> Visit? {
    guard let visit = visits.popLast() else { return nil }
    for (name, old) in visit.old where !rules.surviving.contains(name) { values[name] = old }
    return visit
  }
}
