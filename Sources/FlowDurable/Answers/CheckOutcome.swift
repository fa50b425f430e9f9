import FlowChains

/// The outcome of a check of a message.
enum CheckOutcome: Sendable {
  case accepted
  /// The answer was refused, for these problems.
  case refused(AnswerRefused)
  /// The check itself has failed.
  case failed(any Error)

  /// Checks a message, and returns the outcome.
  init(of received: ReceivedMessage, for step: DeclaredStep, _ held: HeldDefinition, _ values: RunValues) async {
    do {
      let value = try held.value(of: received, for: step)
      do {
        try await step.durability.check?(value, values)
        self = .accepted
      } catch {
        self = (error as? AnswerRefused).map { .refused($0) } ?? .failed(error)
      }
    } catch {
      // The answer to an earlier version of the page must be given again. A message that doesn't decode fails the step.
      self = received.message.answering != nil ? .refused(AnswerRefused([])) : .accepted
    }
  }
}
