import FlowCommandLine

/// The commands with which a user can continue an order.
struct RunHint: Sendable {
  /// The journal that the user named. Nil for the default journal.
  let journal: String?
  /// The run in the form that commands use.
  let run: String

  /// Returns a description of the event for which an order waits at a step. Returns nil if it waits for nothing.
  func waiting(at step: String) -> String? {
    switch step {
    case "shipped":
      "The order waits for its shipping. In another terminal: "
        + "Demo runs\(option) send \(quotedRun) Shipped '{\"tracking\": \"1Z\"}'"
    case "enjoy":
      "It was shipped. For a while, you can send it back: Demo runs\(option) back \(quotedRun) charge"
    default: nil
    }
  }

  /// Returns the command that continues the order in a terminal.
  func continuing(withKey key: String?) -> String {
    "'Demo order\(option)\(key.map { " --key \(ShellWord.quoted($0))" } ?? "")' continues it."
  }

  /// Returns the command with which a failed order can be continued.
  var retrying: String { "The order has failed. To try its step again: Demo runs\(option) retry \(quotedRun)" }

  private var option: String { journal.map { " --journal \(ShellWord.quoted($0))" } ?? "" }
  private var quotedRun: String { ShellWord.quoted(run) }
}
