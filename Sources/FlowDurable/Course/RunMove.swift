import FlowChains

/// The next action of a run.
enum RunMove: Sendable {
  /// The way in which a step begins.
  enum Start: Sendable, Equatable {
    /// The work of the step starts.
    case works
    /// The step completes with a message.
    case takes(ReceivedMessage)
    /// The step completes without a message, because its time limit or its wait is over.
    case timeIsOver
    /// The step fails, because its work may start only once and was interrupted.
    case isInterrupted
  }

  /// The run has ended.
  case isOver
  /// The run ends.
  case ends(FlowRecord.Ended)
  /// The latest visit is undone.
  case undoes(RunCourse.Visit)
  /// The run is parked until it receives a command.
  case isParked(String)
  /// The run can't continue, and is parked for this reason.
  case parks(String)
  /// The run waits. The record is nil if the wait has been recorded before.
  case waits(FlowRecord.Waiting?, WaitEnd, for: [String])
  /// The chain doesn't have the step at which the run stands.
  case isLost(at: String)
  /// The step begins.
  case begins(DeclaredStep, Start)

  /// The name in the chain of the step that begins or waits.
  var stepName: String? {
    switch self {
    case .begins(let step, _): step.identifier
    case .waits(let waiting, _, _): waiting?.step
    default: nil
    }
  }
}

extension RunCourse {
  /// Returns the next action of the run.
  ///
  /// - Parameters:
  ///   - steps: The steps of the run's chain.
  ///   - messages: The waiting messages. Commands have been handled before.
  ///   - taken: The numbers of messages that the run has already taken.
  ///   - now: The time of the store.
  /// - Returns: The action.
  func next(
    _ steps: StepNames, _ messages: WaitingMessages, besides taken: [Int] = [], at now: StoreTime
  ) -> RunMove {
    if ended != nil { return .isOver }
    if let unknownKind {
      return .parks("Record '\(unknownKind)' is of a kind that this program doesn't know. A newer one has written it.")
    }
    if let parked { return .isParked(parked) }
    if let undoing { return next(undoing) }
    if isComplete { return .ends(.init(.completed)) }
    guard let step = steps.step(at: position) else { return .isLost(at: position ?? "the first step") }
    let visit = visit(at: step.identifier)
    switch step.durability.wait {
    case .message(_, let limit):
      let names = step.awaitedNames
      if let message = proposal(for: step, .given, at: now)
        ?? message(in: messages, named: names, besides: taken, for: visit) ?? proposal(for: step, .kept, at: now)
      {
        return .begins(step, .takes(message))
      }
      return waits(step, visit, for: names, limit, at: now)
    case .time(let time): return waits(step, visit, for: [], time, at: now)
    case nil:
      if failedAttempt != nil, let due = wait?.due, due > now {
        return .waits(nil, .at(earliest(due)), for: [])
      }
      return .begins(step, step.durability.isAtMostOnce && started != nil ? .isInterrupted : .works)
    }
  }

  private func next(_ undoing: Undoing) -> RunMove {
    if let visit = visits.last, visits.count > undoing.kept {
      return undoing.failures < Self.undoAttempts
        ? .undoes(visit)
        : .parks("The undo of step '\(visit.step)' has failed \(undoing.failures) times. Run 'retry' tries it again.")
    }
    return switch undoing.aim {
    case .cancelled: .ends(.init(.cancelled))
    case .failed(let failure, _): .ends(.init(.failed, failure: failure))
    case .step: .isLost(at: position ?? "the first step")
    }
  }

  /// The number of times that an undo is tried before the run is parked.
  static let undoAttempts = 3

  private func waits(
    _ step: DeclaredStep, _ visit: (name: String, number: Int), for names: [String], _ limit: Duration?,
    at now: StoreTime
  ) -> RunMove {
    guard let wait, !isTouched else {
      var waiting = FlowRecord.Waiting(step: step.identifier, visit: visit.number, names: names)
      let due = limit.map { now.advanced(by: $0) }
      guard let deadline, due.map({ deadline < $0 }) ?? true else {
        return .waits(waiting, limit.map { .after($0) } ?? .never, for: names)
      }
      // The wait itself would end later.
      waiting.due = due
      return .waits(waiting, .at(deadline), for: names)
    }
    // Without a limit, the recorded time is that of the run's time limit.
    guard limit != nil, let due = wait.due else { return .waits(nil, deadline.map { .at($0) } ?? .never, for: names) }
    return due <= now ? .begins(step, .timeIsOver) : .waits(nil, .at(earliest(due)), for: names)
  }

  /// Returns a time, or the time at which the run's time limit passes, if that is earlier.
  private func earliest(_ time: StoreTime) -> StoreTime { deadline.map { min($0, time) } ?? time }
}
