import FlowCommandLine
import FlowScreens
import FlowState
import FlowTerminal
import Foundation
import Synchronization

/// The command `Demo checkout`: a payment that is sent once, and paid back when the customer goes back or leaves.
struct CheckoutCommand: Sendable {
  static let subcommand = DemoCommand(
    name: "checkout", summary: "Pays for an order once, and pays it back if you go back, or leave with Ctrl-C."
  ) { _ in try CheckoutCommand().run() }

  private let dialogue = Dialogue.current()

  /// Asks the questions, and shows what was ordered.
  func run() throws -> ExitCode {
    let sentences = Sentences(dialogue)
    let shop = Shop { try sentences.say($0) }
    let flow = try CheckoutFlow(prompter: Prompter(dialogue: dialogue), shop: shop).flow
    // A question is asked only when Ctrl-C has its reaction.
    let (reaction, isInstalled) = AsyncStream<Never>.makeStream()
    let task = Task {
      for await _ in reaction {}
      return try await flow.run()
    }
    let isInterrupted = Atomic(false)
    let interruption = Interruption(in: dialogue.terminal) {
      isInterrupted.store(true, ordering: .releasing)
      task.cancel()
      // The run pays back before it ends.
      _ = try? blocking { try await task.value }
    }
    defer { interruption.end() }
    isInstalled.finish()
    do {
      guard let address = try blocking({ try await task.value }) else {
        try sentences.say("Nothing was ordered: the input ended.")
        return .incomplete
      }
      try Sentences(.output).say("Ordered to \(address.printable).")
      return .ok
    } catch is CancellationError {
      // The interruption ends the process.
      while isInterrupted.load(ordering: .acquiring) { pause() }
      // The customer went back beyond the first question.
      try sentences.say("The checkout was left.")
      return .incomplete
    }
  }
}
