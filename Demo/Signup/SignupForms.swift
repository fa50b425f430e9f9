import FlowForms
import FlowTerminal

/// The questions of the signup that are answered with a text, each as a form with one field.
///
/// The checks and the sentences are those of the form, wherever it is asked.
enum SignupForms {
  /// The text that answers a question.
  struct Answer: Codable, Equatable, Sendable {
    var text = ""
  }

  static let name = FlowForm(Answer()) { field in field.text("text", \.text, "Name") }
    .saying { reason, _ in reason == .missing ? "Enter your name." : nil }
  static let email = FlowForm(Answer()) { field in field.email("text", \.text, "Email") }
}

extension FlowForm<SignupForms.Answer> {
  /// Reads a line as the answer to the question.
  func reply(_ line: String) -> Reply<String> {
    do {
      return .accepted(try read(["text": .text(line)]).text)
    } catch {
      return .refused(error.description)
    }
  }
}
