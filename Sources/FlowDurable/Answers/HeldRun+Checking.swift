import FlowChains
import FlowJSON

/// Checks of messages before a step takes them.
extension HeldRun {
  /// Returns whether a step checks a message before it takes it. The answer of a person is always checked: it may be one to an earlier
  /// version of the page.
  func checks(_ received: ReceivedMessage, at step: DeclaredStep) -> Bool {
    step.durability.check != nil || received.message.answering != nil
  }

  /// Checks a message. The step takes it, or fails if the check has failed, or refuses it, and the run continues to wait.
  func check(_ held: HeldDefinition, _ step: DeclaredStep, _ received: ReceivedMessage) async throws(StoreError) {
    let values = RunValues(state.course, held.definition, held.seal)
    let number = beginCheck()
    let task = Task(executorPreference: stepExecutor) { [post] in
      post(.checked(number, await CheckOutcome(of: received, for: step, held, values)))
    }
    switch try await checkOutcome(number, of: task) {
    // The run has changed in the meantime.
    case nil: break
    case .accepted: try await play(held, step, .takes(received))
    case .failed(let error): try await play(held, step, .takes(received), failing: error)
    case .refused(let refused): try await refuse(received, at: step, refused)
    }
  }

  private func refuse(
    _ received: ReceivedMessage, at step: DeclaredStep, _ refused: AnswerRefused
  ) async throws(StoreError) {
    guard case .message(_, let limit)? = step.durability.wait else { return }
    let names = step.awaitedNames
    let (waiting, end) = state.course.refusing(at: step, waitingFor: names, limit, at: state.now)
    var record = FlowRecord(.waiting(waiting), taking: received.number > 0 ? [received.number] : [])
    record.taken += state.overtakenAnswers
    func parkRefusal(_ error: any Error) async throws(StoreError) {
      try await park("The problems of an answer at step '\(step.identifier)' can't be stored: \(error)")
    }
    do { record.others[RunCourse.refused] = try refused.json(received, seal) } catch {
      return try await parkRefusal(error)
    }
    do { try await append([record], then: state.isFree ? .wait(end, for: names) : nil) } catch {
      guard error.isAboutValue else { throw error }
      try await parkRefusal(error)
    }
  }
}
