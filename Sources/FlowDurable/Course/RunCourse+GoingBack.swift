import FlowJSON
import FlowState

/// The ways of a run back: commands, undone visits, and the ends before which visits are undone.
extension RunCourse {
  mutating func apply(_ message: FlowMessage, at time: StoreTime?) {
    switch message.content {
    case .cancel:
      if parked != nil, case .failed? = undoing?.aim {
        undoing?.aim = .cancelled
        if rules.undoesCancellation { undoing?.kept = 0 }
      }
      goOn()
      // A retry begins at the earliest visit that is undone, whenever it was undone.
      let reached = undoing?.reached
      if ended?.ending == .failed { (ended, undoing) = (nil, nil) }
      // A run that is already ending isn't cancelled as well.
      if !isEnding {
        end(.cancelled, rules.undoesCancellation)
        undoing?.reached = reached
      }
    case .retry: if canBeginAgain { beginAgain(at: time) } else { goOn() }
    case .touch: if awaitsMessage { isTouched = true }
    case .message, .back, .change: break
    }
  }

  /// Continues a run that has failed or was cancelled: at the step where it ended, or at the earliest visit that it has
  /// undone then.
  private mutating func beginAgain(at time: StoreTime?) {
    beginLimit(at: time)
    // The work of a cancelled visit may have had effects, so the next visit of the step gets another key.
    if ended?.ending == .cancelled { giveUpVisit() }
    if let reached = undoing?.reached {
      beginPosition(reached)
      position = reached
      isComplete = false
    }
    (ended, undoing, parked) = (nil, nil, nil)
  }

  /// Begins a new time limit, because an operator has continued a run that had ended: with the old one, the run could end
  /// at once.
  private mutating func beginLimit(at time: StoreTime?) {
    began = time
    isLimitPassed = false
  }

  /// Counts the current visit, so that the next visit of the step has another number.
  private mutating func giveUpVisit() {
    if let position { counts[formerPosition ?? position, default: 0] += 1 } else { firstVisits += 1 }
  }

  /// Unparks the run, and resets the number of failed undos.
  private mutating func goOn() {
    parked = nil
    // The next attempt begins at once.
    if failedAttempt != nil { wait = nil }
    undoing?.failures = 0
  }

  mutating func end(_ aim: Aim, _ undoes: Bool) {
    forgetChange()
    leavePosition()
    undoing = Undoing(kept: undoes ? 0 : visits.count, aim: aim)
  }

  /// Returns the index of the latest visit of these steps; nil if there is none.
  func place(toReturnTo names: Set<String>) -> Int? {
    visits.lastIndex { $0.isPlace && names.contains($0.step) }
  }

  /// Returns the index of a visit; nil if there is none, or the run can't return to it.
  private func place(of step: String, _ number: JSONValue) -> Int? {
    visits.lastIndex { $0.isPlace && $0.step == step && .integer(Int64($0.number)) == number }
  }

  /// Returns the record of going back to a visit; nil if the run can't return to it.
  func wayBack(to visit: Visit) -> FlowRecord? {
    let number = JSONValue.integer(Int64(visit.number))
    guard let place = place(of: visit.step, number) else { return nil }
    var record = FlowRecord(.back(.init(to: visit.step)))
    if place != self.place(toReturnTo: [visit.step]) { record.others[Self.earlierVisit] = number }
    return record
  }

  mutating func goBack(to step: String, visit: JSONValue?, _ change: Change?, at time: StoreTime?) {
    parked = nil
    let jump = change.map { place(of: $0.visit) } ?? visit.map { place(of: step, $0) }
    guard let place = jump ?? place(toReturnTo: [step]) else { return }
    forgetChange()
    keepProposals(change?.keepsLater ?? false)
    if let change { count(change.command) }
    // The work of this visit may have had effects, so the next visit of the step gets another key.
    if ended?.ending != .failed { giveUpVisit() }
    if ended != nil { beginLimit(at: time) }
    leavePosition()
    isComplete = false
    ended = nil
    // A run that is cancelled on its way can continue at the earliest visit that it has undone, also on an earlier way.
    undoing = Undoing(
      kept: place, aim: .step, reached: undoing?.reached, answer: change?.answer,
      keepsLater: change?.keepsLater ?? false)
  }

  mutating func apply(_ undone: FlowRecord.Undone) {
    guard undone.failure == nil else {
      undoing?.failures += 1
      return
    }
    guard let visit = takeBack() else { return }
    propose(visit)
    undoing?.failures = 0
    undoing?.reached = visit.step
    guard let undoing, visits.count <= undoing.kept, undoing.aim == .step else { return }
    position = visit.step
    if let answer = undoing.answer {
      proposals[visit.step] = answer
      latestDraft = answer.draft ?? latestDraft
    }
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
