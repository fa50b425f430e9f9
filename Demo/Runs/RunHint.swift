import FlowCommandLine

/// The commands that a user can type to go on with an order.
struct RunHint: Sendable {
  /// The journal that the user named; nil for the default one.
  let journal: String?
  /// The run as commands name it.
  let run: String

  /// What an order waits for at a step; nil if it waits for nothing there.
  func waiting(at step: String) -> String? {
    switch step {
    case "shipped":
      "The order waits for its shipping. In another terminal: "
        + "Demo runs\(option) send \(run) Shipped '{\"tracking\": \"1Z\"}'"
    case "enjoy":
      "It was shipped. For a while, you can send it back: Demo runs\(option) back \(run) charge"
    default: nil
    }
  }

  /// How to go on with the order in a terminal.
  func goingOn(withKey key: String?) -> String {
    "'Demo order\(option)\(key.map { " --key \($0)" } ?? "")' goes on."
  }

  private var option: String { journal.map { " --journal \($0)" } ?? "" }
}
