import FlowCommandLine
import FlowControl
import FlowDurable
import FlowTerminal
import Foundation

/// `Demo runs`: shows and steers the runs of a journal.
struct RunsCommand: Sendable {
  static let subcommand = Subcommand(
    name: "runs", summary: "Shows and steers durable runs: list, show, diagram, send, back and others.",
    options: [.value("journal", "FILE", "The journal; \(JournalPath.name) in the user's data folder by default.")],
    positionals: [
      Positional(
        name: "COMMAND", summary: "What to do; 'Demo runs --help' lists the commands.", isRequired: false, repeats: true
      )
    ])

  /// The words behind `runs`.
  private let words: [String]

  init(_ words: [String]) {
    self.words = words
  }

  /// Carries out the command.
  func run() throws -> Int32 {
    var words = words[...]
    var journal: String?
    // The options of the command itself come behind its name.
    if let first = words.first, first == "--journal" || first.hasPrefix("--journal=") {
      words.removeFirst()
      journal = first == "--journal" ? words.popFirst() : String(first.dropFirst("--journal=".count))
      guard journal?.isEmpty == false else { throw UsageError.missingValue(option: "journal", valueName: "FILE") }
    }
    let path = try JournalPath.make(journal)
    let rest = Array(words)
    return try blocking {
      await RunControl(flows: try Self.flows(), program: "Demo runs") { try JournalReader(at: path) }.run(rest)
    }
  }

  /// The flows whose runs the demo keeps. They are drawn here, not run.
  private static func flows() throws -> [any AnyDurableFlow] {
    let question = DurableQuestion(prompter: Prompter()) {}
    guard let nowhere = URL(string: "http://127.0.0.1:9") else { return [] }
    let steps = OrderSteps(asking: question, bank: PaymentClient(server: nowhere)) { _ in }
    return [try OrderFlow.make(steps), try SignupFlow.durable(asking: question)]
  }
}
