import DemoServer
import FlowCommandLine
import FlowControl
import FlowDurable
import FlowScreens
import FlowState
import FlowTerminal
import Foundation

/// The command `Demo order`: an order that survives the demo's process.
struct OrderCommand: Sendable {
  static let subcommand = DemoCommand(
    name: "order", summary: "Takes an order that survives this process: kill it, start it again, and it continues.",
    options: [
      .value("journal", "FILE", "Keep the order in FILE; \(JournalPath.name) in the user's data folder by default."),
      .value("key", "KEY", "The name of the order; 'demo' by default. Another name is another order."),
      .value("return-time", "SECONDS", "The time in which the order can be sent back; 5 by default."),
    ]
  ) { try OrderCommand($0).run() }

  private let options: ParsedOptions
  private let dialogue = Dialogue.current()

  init(_ options: ParsedOptions) {
    self.options = options
  }

  /// Starts the order, or continues it.
  func run() throws -> ExitCode {
    let enjoyment = try enjoyment()
    let journal = try JournalPath.make(options.value("journal"))
    let key = options.value("key") ?? "demo"
    let sentences = Sentences(dialogue)
    let hint = RunHint(journal: options.value("journal"), run: "\(OrderFlow.name)/\(key)")
    let routes = PaymentRoutes(ledger: try PaymentLedger.beside(journal: journal))
    let server = EmbeddedServer { routes.answer($0) }
    let interruption = Interruption(in: dialogue.terminal) { server.stop() }
    defer {
      interruption.end()
      server.stop()
    }
    let terminal = DurableTerminal(Prompter(dialogue: dialogue))
    let steps = OrderSteps(asking: terminal, bank: PaymentClient(server: try server.start())) { try sentences.say($0) }
    let flow = try OrderFlow.make(steps, enjoyment: enjoyment)
    let ending = try terminal.run(flow, key: key, inJournal: journal) { step in
      guard let text = hint.waiting(at: step) else { return }
      // The order continues even if the hint cannot be printed.
      try? sentences.say(text)
    }
    switch ending {
    case .ended(.completed(let outcome)): try show(outcome)
    case .ended(.cancelled): try Sentences(.output).say("The order was cancelled.")
    case .ended(.failed(let failure)):
      try? Sentences(.error).say(hint.retrying)
      throw failure
    case .left(let step):
      try sentences.say(
        "The order stays at '\(step ?? "the beginning")'. \(hint.continuing(withKey: options.value("key")))")
      return .incomplete
    }
    return .ok
  }

  private func enjoyment() throws(UsageError) -> Duration {
    guard let text = options.value("return-time") else { return .seconds(5) }
    guard let seconds = Int(text), (0...1_000_000).contains(seconds) else {
      throw .invalidValue(option: "return-time", value: text, expected: "a number of seconds")
    }
    return .seconds(seconds)
  }

  private func show(_ outcome: OrderOutcome?) throws {
    let sentences = Sentences(.output)
    try sentences.say("Order")
    try sentences.say("  Item:    \(outcome?.order?.item ?? "none")")
    try sentences.say("  Payment: \(outcome?.payment?.id ?? "none")")
  }
}
