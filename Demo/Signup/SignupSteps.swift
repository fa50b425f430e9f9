import FlowScreens
import FlowState
import FlowTerminal

/// The questions of the signup. Each is declared independently of the others and of their order.
struct SignupSteps: Sendable {
  let prompter: Prompter

  /// The answer to a question.
  private enum Answer<Value: Sendable>: Sendable {
    case value(Value)
    case back
  }

  /// The routes that lead on from a question.
  private enum Route: String, CaseIterable, CustomStringConvertible {
    case answered
    case endOfInput = "end of input"

    var description: String { rawValue }
  }

  var name: DeclaredStep {
    question("name", for: SignupName.self) { old in
      old.map { "Name [\($0.text.printable)]: " } ?? "Name: "
    } read: { line in
      do {
        return .accepted(try ProfileName(line))
      } catch {
        return .refused("\(error)")
      }
    }
  }

  var email: DeclaredStep {
    question("email", for: SignupEmail.self) { old in
      old.map { "Email [\($0.text.printable)]: " } ?? "Email: "
    } read: { line in
      do {
        return .accepted(try EmailAddress(line))
      } catch {
        return .refused("\(error)")
      }
    }
  }

  var terms: DeclaredStep {
    let choices = Choices<Bool>([("yes", true), ("no", false)])
    return question("terms", for: SignupAgreement.self) { _ in
      "Do you agree to the terms (\(choices.list))? "
    } read: { line in
      switch choices.read(line) {
      case .accepted(true): .accepted(true)
      case .accepted(false): .refused("Without your agreement there is no account. Answer yes, or back.")
      case .refused(let reason): .refused(reason)
      }
    }
  }

  /// Returns a question that stores its answer in the context. An empty line keeps the previous answer; `back` returns to the
  /// previous question; the end of the input ends the signup.
  private func question<Key: FlowContextKey>(
    _ identifier: String, for key: Key.Type, _ prompt: @escaping @Sendable (Key.Value?) -> String,
    read: @escaping @Sendable (String) -> Reply<Key.Value>
  ) -> DeclaredStep where Key.Value: Sendable {
    let prompter = prompter
    let declaration = FlowStepDeclaration(Any.self, Answer<Key.Value>.self, identifier: identifier) { context in
      let ask = FlowStep(Any.self, Answer<Key.Value>.self, identifier: identifier) { step in
        let old = step.context[key]
        return prompter.ask(prompt(old), asksBeforeEnd: step.context.hasSignupAnswer) { line in
          if line.isBack { return .accepted(.back) }
          if let old, line.trimmed.isEmpty { return .accepted(.value(old)) }
          switch read(line) {
          case .accepted(let value): return .accepted(.value(value))
          case .refused(let reason): return .refused(reason)
          }
        }
      }
      ask.setCompletion { step, answer in
        switch answer {
        case .value(let value): step.context[key] = value
        case .back: step.goBack()
        case nil: break
        }
      }
      return ask
    }
    return declaration.providing(key)
      .branching([Route.answered: .next, .endOfInput: .end]) { $0 == nil ? .endOfInput : .answered }
      .step
  }
}

extension String {
  /// Whether the line asks to go back. Compares a short text only, because comparing a long run of accents takes quadratic time.
  fileprivate var isBack: Bool {
    let word = trimmed
    return word.utf8.count == 4 && word.lowercased() == "back"
  }
}
