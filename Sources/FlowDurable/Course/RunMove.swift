import FlowState

/// What a run does next.
enum RunMove: Sendable {
  /// How the step at the position begins.
  enum Start: Sendable, Equatable {
    /// Its work starts.
    case works
    /// It completes with a message.
    case takes(ReceivedMessage)
    /// It completes without a message, because its time is over, or because it has waited long enough.
    case timeIsOver
    /// It fails, because its work may start only once and was interrupted.
    case isInterrupted
  }

  /// The run has ended.
  case isOver
  /// The run ends.
  case ends(FlowRecord.Ended)
  /// The latest visit is undone.
  case undoes(RunCourse.Visit)
  /// The run is parked until it gets a command.
  case isParked(String)
  /// The run can't go on, and is parked for this reason.
  case parks(String)
  /// The run rests. Without a record, it has waited before.
  case waits(FlowRecord.Waiting?, WaitEnd, for: [String])
  /// The chain doesn't have the step.
  case isLost(at: String)
  /// The step begins.
  case begins(DeclaredStep, Start)
}

extension RunCourse {
  /// Decides what comes next.
  ///
  /// - Parameters:
  ///   - steps: The steps of the chain that the run goes on with.
  ///   - messages: The messages that wait. Commands have been followed.
  ///   - taken: The numbers of messages that don't wait any more.
  ///   - now: The time of the store.
  /// - Returns: The move.
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
    case .message(let name, let limit):
      if let message = messages.first(named: name, besides: taken) {
        return .begins(step, .takes(message))
      }
      return waits(step, visit, for: [name], limit, at: now)
    case .time(let time): return waits(step, visit, for: [], time, at: now)
    case nil: return .begins(step, step.durability.isAtMostOnce && started != nil ? .isInterrupted : .works)
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
    guard let wait else {
      let waiting = FlowRecord.Waiting(step: step.identifier, visit: visit.number, names: names)
      return .waits(waiting, limit.map { .after($0) } ?? .never, for: names)
    }
    guard let due = wait.due else { return .waits(nil, .never, for: names) }
    return due <= now ? .begins(step, .timeIsOver) : .waits(nil, .at(due), for: names)
  }
}
