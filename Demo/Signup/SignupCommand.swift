import FlowCommandLine
import FlowScreens
import FlowState
import FlowTerminal
import Foundation

/// `Demo signup`: three independent questions, in any order.
struct SignupCommand: Sendable {
  static let subcommand = Subcommand(
    name: "signup", summary: "Asks for a name, an email address and an agreement, in any order.",
    options: SignupOrder.options + RunTraces.options)

  private let options: ParsedOptions
  private let dialogue = Dialogue.current()

  init(_ options: ParsedOptions) {
    self.options = options
  }

  /// Asks all questions and shows the answers.
  func run() throws -> ExitCode {
    let signup = SignupFlow(prompter: Prompter(dialogue: dialogue))
    let order = try SignupOrder(options, of: signup)
    let traces = try RunTraces(options)
    let interruption = Interruption(in: dialogue.terminal) { traces.finish() }
    defer { interruption.end() }
    let sentences = Sentences(dialogue)
    try sentences.say("Three questions; 'back' leads to the one before.")
    do {
      let summary = try traces.run(order.assigned(try SignupFlow.flow(order.chain)))
      try show(summary)
    } catch is CancellationError {
      // The user went back past the first question.
      try sentences.say("The signup was left.")
    }
    try traces.check()
    return .ok
  }

  private func show(_ summary: SignupSummary?) throws {
    guard let summary else { return try Sentences(dialogue).say("The signup is not complete: the input ended.") }
    let sentences = Sentences(.output)
    for line in summary.lines { try sentences.say(line.printable) }
  }
}
