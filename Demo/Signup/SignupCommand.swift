import FlowLayout
import FlowState
import FlowTerminal
import Foundation

/// `Demo signup`: three independent questions, in whatever order.
struct SignupCommand: Sendable {
  static let subcommand = Subcommand(
    name: "signup", summary: "Asks for a name, an email address and an agreement, in any order.",
    options: SignupOrder.options + [
      .value("trace", "FILE", "Write a line for each event of the run to FILE; '-' is standard error."),
      .value("trace-file", "FILE", "Write the run to FILE in the Chrome trace format, for Perfetto."),
    ])

  private let options: ParsedOptions
  private let terminal = Terminal.current()
  private let output = TextOutput()

  init(_ options: ParsedOptions) {
    self.options = options
  }

  /// Asks the questions to their end and shows the answers.
  func run() throws -> ExitCode {
    let signup = SignupFlow(prompter: Prompter(output: output, terminal: terminal))
    let order = try SignupOrder(options, of: signup)
    let traces = try RunTraces(options)
    let interruption = Interruption { [terminal] in
      try? traces.finish()
      if terminal.isTerminal(.input), terminal.isTerminal(.error) { try? TextOutput(descriptor: 2).writeLine() }
    }
    defer { interruption.end() }
    try output.writeLine("Three questions; 'back' leads to the one before.")
    do {
      let summary = try traces.run(order.assigned(try SignupFlow.flow(order.chain)))
      try show(summary)
    } catch is CancellationError {
      // Somebody has gone back past the first question.
      try output.writeLine("The signup was left.")
    }
    return .ok
  }

  private func show(_ summary: SignupSummary?) throws {
    for line in summary?.lines ?? ["The signup is not complete: the input ended."] {
      try output.writeLine(line.printable)
    }
  }
}
