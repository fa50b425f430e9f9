import FlowCommandLine
import FlowControl
import FlowDurable
import Foundation

/// The command `Demo runs`, which shows and controls the runs of a journal.
struct RunsCommand: Sendable {
  private static let journal = StoreOption(
    "journal", "FILE", "The journal; \(JournalPath.name) in the user's data folder by default.")
  static let subcommand = DemoCommand(
    name: "runs", summary: "Shows and steers durable runs: list, show, diagram, send, back and others.",
    options: [.value(journal.name, journal.valueName, journal.summary)],
    positionals: [
      Positional(
        name: "COMMAND", summary: "What to do; 'Demo runs --help' lists the commands.", isRequired: false, repeats: true
      )
    ], parsesItsWords: true
  ) { try RunsCommand($0.arguments).run() }

  /// The words after `runs`.
  private let words: [String]

  init(_ words: [String]) {
    self.words = words
  }

  /// Performs the command.
  func run() throws -> ExitCode {
    try blocking {
      await RunControl(flows: try Self.flows(), program: "Demo runs", naming: Self.journal) { path in
        try JournalReader(at: try JournalPath.make(path))
      }.exitCode(of: words)
    }
  }

  /// Returns the flows whose runs the demo stores. They are only drawn here.
  private static func flows() throws -> [any AnyDurableFlow] {
    let terminal = DurableTerminal()
    guard let nowhere = URL(string: "http://127.0.0.1:9") else { return [] }
    let steps = OrderSteps(asking: terminal, bank: PaymentClient(server: nowhere)) { _ in }
    return [try OrderFlow.make(steps), try SignupFlow.durable(asking: terminal)]
  }
}
