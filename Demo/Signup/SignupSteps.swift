import FlowChains
import FlowCommandLine
import FlowControl
import FlowDurable
import FlowForms
import FlowScreens
import FlowState
import FlowTerminal

/// The questions of the signup. Each is declared independently of the others and of their order.
struct SignupSteps: Sendable {
  /// A way of asking a question.
  enum Asking: Sendable {
    /// The end of the input ends the signup.
    case once(Prompter)
    /// The end of the input leaves the signup at its question.
    case durably(DurableTerminal)
  }

  let asking: Asking

  /// The answer to a question.
  private enum Answer<Value: Codable & Sendable>: Codable, Sendable {
    case value(Value)
    case back
  }

  /// The routes from a question.
  private enum Route: String, CaseIterable, CustomStringConvertible {
    case answered
    case endOfInput = "end of input"

    var description: String { rawValue }
  }

  var name: DeclaredStep {
    question("name", for: SignupName.self, "Name", SignupForms.name)
  }

  var email: DeclaredStep {
    question("email", for: SignupEmail.self, "Email", SignupForms.email)
  }

  var terms: DeclaredStep {
    let choices = Choices<Answer<Bool>>([("yes", .value(true)), ("no", .value(false)), ("back", .back)])
    return question("terms", for: SignupAgreement.self) { prompter, _, asksBeforeEnd in
      prompter.choose("Do you agree to the terms", from: choices, asksBeforeEnd: asksBeforeEnd) { answer in
        if case .value(false) = answer {
          "Without your agreement there is no account. Answer yes, or back."
        } else {
          nil
        }
      }
    }
  }

  /// Returns a question that stores its answer, a line of text that a form reads, in the context. An empty line keeps
  /// the previous answer. `back` returns to the previous question.
  private func question<Key: DurableKey>(
    _ identifier: String, for key: Key.Type, _ label: String, _ form: FlowForm<SignupForms.Answer>
  ) -> DeclaredStep where Key.Value == String {
    question(identifier, for: key) { prompter, old, asksBeforeEnd in
      let shown = old.map { " [\($0.printable)]" } ?? ""
      return prompter.ask("\(label)\(shown): ", asksBeforeEnd: asksBeforeEnd) { line in
        if line.isBack { return .accepted(.back) }
        if let old, line.trimmed.isEmpty { return .accepted(.value(old)) }
        switch form.reply(line) {
        case .accepted(let value): return .accepted(.value(value))
        case .refused(let reason): return .refused(reason)
        }
      }
    }
  }

  /// Returns a question that stores its answer in the context, or returns to the previous question. The end of the
  /// input ends the signup.
  private func question<Key: DurableKey>(
    _ identifier: String, for key: Key.Type,
    ask:
      @escaping @Sendable (Prompter, _ old: Key.Value?, _ asksBeforeEnd: Bool) -> FlowStepHandler<
        Any, Answer<Key.Value>
      >
  ) -> DeclaredStep {
    let asking = asking
    let declaration = FlowStepDeclaration(Any.self, Answer<Key.Value>.self, identifier: identifier) { context in
      let step = Self.step(identifier, asking, remembering: { $0[key] }, ask)
      step.setCompletion { step, answer in
        switch answer {
        case .value(let value): step.context[key] = value
        case .back: step.goBack()
        case nil: break
        }
      }
      return step
    }
    return declaration.providing(key)
      .branching([Route.answered: .next, .endOfInput: .end]) { $0 == nil ? .endOfInput : .answered }
      .step
  }
}

extension SignupSteps {
  /// Returns the step that asks a question.
  private static func step<Answer: Sendable, Memory: Sendable>(
    _ identifier: String, _ asking: Asking, remembering memory: @escaping (FlowContext) -> Memory,
    _ ask: @escaping (Prompter, Memory, _ asksBeforeEnd: Bool) -> FlowStepHandler<Any, Answer>
  ) -> FlowStep<Any, Answer> {
    switch asking {
    case .durably(let terminal):
      terminal.question(Any.self, Answer.self, identifier: identifier) { prompter, step in
        ask(prompter, memory(step.context), false)
      }
    case .once(let prompter):
      FlowStep(Any.self, Answer.self, identifier: identifier) { step in
        ask(prompter, memory(step.context), step.context.hasSignupAnswer)
      }
    }
  }
}

extension String {
  /// Whether the line requests going back. Only a short text is compared, because comparing many consecutive accents
  /// takes quadratic time.
  fileprivate var isBack: Bool {
    let word = trimmed
    return word.utf8.count == 4 && word.lowercased() == "back"
  }
}
