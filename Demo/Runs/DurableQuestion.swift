import FlowState
import FlowTerminal

/// A question of a durable run on the terminal. When the input ends, the run remains at the question and the program
/// ends.
struct DurableQuestion: Sendable {
  let prompter: Prompter
  /// Leaves the program. The run remains at its question.
  let leave: @Sendable () -> Void

  /// Returns a step that asks the question.
  ///
  /// `memory` reads the shared values that the question needs.
  func step<Answer: Sendable, Memory: Sendable>(
    _ identifier: String, _ answer: Answer.Type, remembering memory: @escaping (_ context: FlowContext) -> Memory,
    asking: @escaping (_ prompter: Prompter, _ memory: Memory) -> FlowStepHandler<Any, Answer>
  ) -> FlowStep<Any, Answer> {
    let ask = FlowStep(Any.self, Answer.self, identifier: identifier) { [prompter] step in
      asking(prompter, memory(step.context))
    }
    let stay = FlowStep(Answer.self, Answer.self, identifier: identifier) { [leave] answer in
      if let answer { return answer }
      leave()
      // The run remains here. Continuing would record an answer.
      try await Task.sleep(for: .seconds(1_000_000_000))
      throw CancellationError()
    }
    return ask.then(stay)
  }
}
