import FlowJSON
import FlowState

/// Executing the parts of a run.
extension HeldRun {
  /// Executes a part of the run: steps, until one waits, fails, goes back, or must not start.
  func play(
    _ held: HeldDefinition, _ step: DeclaredStep, _ start: RunMove.Start
  ) async throws(StoreError) {
    if step.durability.isAtMostOnce, case .works = start {
      let visit = course.visit(at: step.identifier)
      try await append([FlowRecord(.started(.init(step: visit.name, visit: visit.number, attempt: attempt)))])
      guard isFree else { return }
    }
    let part = RunPart(
      held, course, at: step, start, attempt: attempt, timed: settings.clock, on: executor?.queue, post: post)
    var taken: [Int] = []
    if case .takes(let message) = start { taken = [message.number] }
    var wantsBack: String??
    var hasEnded = false
    isSetAside = false
    do throws(StoreError) {
      while let event = await events.next() {
        switch event {
        case .settled(let settlement):
          defer { executor?.setStepWaits(false) }
          // Record it even if the part was set aside in the meantime: the step has done its work.
          if !isGone { try await settle(settlement, held, part) }
        case .wantsBack(let step): wantsBack = .some(step)
        case .ended(let ending):
          hasEnded = true
          return isGone ? () : try await end(ending, wantsBack, held, taken)
        case .abandons:
          stops = true
          return setAside(part)
        default:
          try await note(event)
          if !isFree, !stops || event.isLeaving { setAside(part) }
        }
      }
    } catch {
      if !hasEnded { await leave(part) }
      throw error
    }
  }

  /// Whether the next step may start.
  var isFree: Bool {
    !isGone && !stops && !messages.commands.contains { course.isChanged(by: $0.message, names(of:)) }
  }

  /// The numbers of the commands that change nothing.
  private var idleCommands: [Int] {
    messages.commands.filter { !course.isChanged(by: $0.message, names(of:)) }.map(\.number)
  }

  func setAside(_ part: RunPart) {
    isSetAside = true
    part.run.setAside()
  }

  /// Leaves a part without a record, and waits until its work has ended.
  func leave(_ part: RunPart) async {
    part.run.setAside()
    while let event = await events.next() {
      switch event {
      case .ended, .abandons: return
      case .settled: executor?.setStepWaits(false)
      default: break
      }
    }
  }

  func note(_ event: HeldRunEvent) async throws(StoreError) {
    switch event {
    case .heartbeat: if !isGone { try await append([]) }
    case .messagesWait(let count): if !isGone, count > messages.count { try await append([]) }
    case .stops, .leaves: stops = true
    case .settled, .wantsBack, .ended, .undone, .abandons: break
    }
  }

  /// Records a settlement and its immediate consequence, and opens the gate to the next step or sets the part aside.
  func settle(
    _ settlement: PartSettlement, _ held: HeldDefinition, _ part: RunPart
  ) async throws(StoreError) {
    var record = settlement.record
    record.taken += idleCommands
    if let ended = settlement.ended {
      guard try await tryToAppend([record, ended], then: .end(.completed), settlement) else { return }
      return open(settlement)
    }
    var next = course
    do { try next.apply(record) } catch { return open(settlement, error) }
    let move = next.next(held.chain.steps, messages, besides: record.taken, at: now)
    switch move {
    case .waits(let waiting?, let end, let names) where isFree:
      let records = [record, FlowRecord(.waiting(waiting))]
      guard try await tryToAppend(records, then: .wait(end, for: names), settlement) else { return }
      setAside(part)
    case .begins(let step, .works) where isFree:
      record.others[RunCourse.begins] = true
      var records = [record]
      if step.durability.isAtMostOnce {
        let visit = next.visit(at: step.identifier)
        records.append(FlowRecord(.started(.init(step: visit.name, visit: visit.number))))
      }
      guard try await tryToAppend(records, settlement) else { return }
      // A command may have arrived with the append.
      if isFree { open(settlement) } else { setAside(part) }
    default:
      guard try await tryToAppend([record], then: stops ? .release(after: .zero) : nil, settlement) else { return }
      setAside(part)
    }
  }

  /// Starts the step after a settlement. With an error, fails the settled step instead.
  func open(_ settlement: PartSettlement, _ error: (any Error)? = nil) {
    guard let executor else { return settlement.open(error) }
    executor.execute { settlement.open(error) }
  }

  /// Appends the records of a settlement, and returns whether it succeeded. Fails the step if the store refuses a
  /// value.
  func tryToAppend(
    _ records: [FlowRecord], then disposition: RunDisposition? = nil, _ settlement: PartSettlement
  ) async throws(StoreError) -> Bool {
    do {
      try await append(records, then: disposition)
      return true
    } catch {
      guard error.isAboutValue else { throw error }
      open(settlement, error)
      return false
    }
  }

  /// Records the consequence of a part's end.
  func end(
    _ ending: PartEnding, _ wantsBack: String??, _ held: HeldDefinition, _ taken: [Int]
  ) async throws(StoreError) {
    switch ending {
    case .completed: break
    case .failed(let failure):
      let visit = course.visit(at: held.chain.steps.names.first ?? "")
      let taken = taken.filter(messages.contains)
      var settled = FlowRecord.Settled(step: visit.name, visit: visit.number)
      settled.attempt = attempt
      try await append(failing: failure) { failure in
        settled.failure = failure
        return [FlowRecord(.settled(settled), taking: taken)]
      }
    case .cancelled:
      if let wantsBack {
        if let step = wantsBack ?? course.visits.last?.step, course.place(toReturnTo: [step]) != nil {
          try await append([FlowRecord(.back(.init(to: step)))])
        } else {
          try await cancel()
        }
      } else if !isSetAside {
        // A closure of the run has cancelled it, because this object hasn't set the part aside.
        try await cancel()
      }
    }
  }

  func cancel() async throws(StoreError) {
    try await append([FlowRecord(.message(ReceivedMessage(number: 0, at: now, message: FlowMessage(.cancel))))])
  }
}

extension HeldRunEvent {
  var isLeaving: Bool {
    if case .leaves = self { true } else { false }
  }
}
