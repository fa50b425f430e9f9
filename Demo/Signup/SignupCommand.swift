import FlowCommandLine
import FlowControl
import FlowDurable
import FlowExperiments
import FlowScreens
import FlowState
import FlowTerminal
import Foundation

/// The command `Demo signup`, which asks three independent questions in any order.
struct SignupCommand: Sendable {
  static let subcommand = DemoCommand(
    name: "signup", summary: "Asks for a name, an email address and an agreement, in any order.",
    options: SignupOrder.options + [
      .value("durable", "FILE", "Keep the signup in a journal, so that it survives this process and continues later.")
    ] + RunTraces.options
  ) { try SignupCommand($0).run() }

  private let options: ParsedOptions
  private let dialogue = Dialogue.current()

  init(_ options: ParsedOptions) {
    self.options = options
  }

  /// Asks all questions and shows the answers.
  func run() throws -> ExitCode {
    if let journal = options.value("durable") { return try run(in: journal) }
    let signup = SignupFlow(prompter: Prompter(dialogue: dialogue))
    let order = try SignupOrder(options, of: signup)
    let traces = try RunTraces(options)
    let interruption = Interruption(in: dialogue.terminal) { traces.finish() }
    defer { interruption.end() }
    let sentences = Sentences(dialogue)
    try sentences.say("Three questions; 'back' leads to the one before.")
    var code = ExitCode.incomplete
    do {
      code = try show(try traces.run(order.assigned(try SignupFlow.flow(order.chain))))
    } catch is CancellationError {
      // The user went back beyond the first question.
      try sentences.say("The signup was left.")
    }
    try traces.check()
    return code
  }

  /// Asks the questions in a durable run, which continues where an earlier process left it.
  private func run(in journal: String) throws -> ExitCode {
    try JournalPath.check(journal, of: "durable")
    for other in ["order", "trace", "trace-file"] where options.value(other) != nil {
      throw UsageError.exclusive("durable", other)
    }
    let key = options.value("user") ?? "demo"
    let terminal = DurableTerminal(Prompter(dialogue: dialogue))
    let variants = try SignupFlow().variants()
    // Only a new run takes the assignment. An existing run keeps its own.
    let assignment =
      try SignupOrder(options, of: SignupFlow()).assignment
      ?? variants.experiment.assignment(for: key, override: "name-first")
    let interruption = Interruption(in: dialogue.terminal) {}
    defer { interruption.end() }
    let sentences = Sentences(dialogue)
    try sentences.say("Three questions; 'back' leads to the one before.")
    let flow = try SignupFlow.durable(asking: terminal)
    switch try terminal.run(flow, key: key, inJournal: journal, assignments: [assignment]) {
    case .ended(.completed(let summary)): return try show(summary)
    case .ended(.cancelled): try sentences.say("The signup was left.")
    case .ended(.failed(let failure)): throw failure
    case .left(let step):
      try sentences.say("The signup stays at '\(step ?? "the first question")'; the same command continues it.")
    }
    return .incomplete
  }

  private func show(_ summary: SignupSummary?) throws -> ExitCode {
    guard let summary else {
      try Sentences(dialogue).say("The signup is not complete: the input ended.")
      return .incomplete
    }
    let sentences = Sentences(.output)
    for line in summary.lines { try sentences.say(line.printable) }
    return .ok
  }
}
